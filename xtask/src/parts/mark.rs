//! The module with a call at the start of each function that says its number: how a browser's calls are noted.

use walrus::ir::{Call, Const, Value};
use walrus::{FunctionId, Module, ValType};

use crate::Outcome;

/// What the marks call, among the imports that wasm-bindgen gives: `web/assets/parts.js` has it.
const MARK: &str = "mark";

/// The names of the functions that are not imported, in the order in which they are numbered.
pub(super) fn names(wasm: &[u8]) -> Outcome<Vec<String>> {
    let module = parsed(wasm)?;
    Ok(numbered(&module).into_iter().map(|id| module.funcs.get(id).name.clone().unwrap_or_default()).collect())
}

pub(super) fn marked(wasm: &[u8]) -> Outcome<Vec<u8>> {
    let mut module = parsed(wasm)?;
    let space = namespace(&module)?;
    let kind = module.types.add(&[ValType::I32], &[]);
    let (mark, _) = module.add_import_func(&space, MARK, kind);
    for (at, id) in numbered(&module).into_iter().enumerate() {
        let walrus::FunctionKind::Local(function) = &mut module.funcs.get_mut(id).kind else { continue };
        let entry = function.entry_block();
        let mut body = function.builder_mut().instr_seq(entry);
        body.instr_at(0, Const { value: Value::I32(number(at as u64)) });
        body.instr_at(1, Call { func: mark });
    }
    Ok(module.emit_wasm())
}

pub(super) fn parsed(wasm: &[u8]) -> Outcome<Module> {
    Module::from_buffer(wasm).map_err(|error| format!("could not read the page's wasm: {error:#}"))
}

pub(super) fn numbered(module: &Module) -> Vec<FunctionId> {
    module.funcs.iter_local().map(|(id, _)| id).collect()
}

/// A number of functions or of slots, of which a module never has 2³¹.
pub(super) fn number(of: u64) -> i32 {
    i32::try_from(of).unwrap_or(i32::MAX)
}

/// The name under which wasm-bindgen hands over its imports.
pub(super) fn namespace(module: &Module) -> Outcome<String> {
    let first = module.imports.iter().next().ok_or("the page's wasm imports nothing")?;
    Ok(first.module.clone())
}
