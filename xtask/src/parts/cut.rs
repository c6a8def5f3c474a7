//! Cuts a module in parts that share one memory, one set of tables and one set of globals.
//!
//! A later part imports what it uses of the earlier ones. The other way round goes through the table of functions: a
//! function of a later part has a slot there, and an earlier part that calls it has a stub in its place, which asks for
//! the part (`need`, in `web/assets/parts.js`) and calls what is in the slot. The later part puts itself into its slots
//! when it is instantiated. Nothing of what a function does is changed.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use walrus::ir::{BinaryOp, Value, Visitor, dfs_in_order};
use walrus::{
    ConstExpr, ElementItems, ElementKind, ExportItem, FunctionBuilder, FunctionId, FunctionKind, GlobalId, GlobalKind,
    ImportedFunction, LocalFunction, Module, ModuleConfig, TableId, ValType,
};

use super::COUNT;
use super::list::List;
use super::mark::{namespace, number, numbered, parsed};
use super::names::Names;
use crate::Outcome;

/// The global in which the loader says how many later parts are here, and the import that fetches one.
const HERE: &str = "here";
const NEED: &str = "need";

/// The parts, first to last, and the names by which they and the script call each other.
pub(super) fn parts(wasm: &[u8], list: &List) -> Outcome<(Vec<Vec<u8>>, Names)> {
    let plan = Plan::of(wasm, list)?;
    let names = Names::of(&parsed(wasm)?);
    let parts: Outcome<Vec<_>> = (0..COUNT).map(|part| plan.part(wasm, part, &names)).collect();
    Ok((parts?, names))
}

/// What is known of the whole module before it is cut: functions go by their place among those that are not imported.
#[derive(Default)]
struct Plan {
    part: Vec<usize>,
    /// The functions that each one names, calls for the most.
    named: Vec<BTreeSet<usize>>,
    /// Those that JavaScript or the table of functions can call.
    outside: BTreeSet<usize>,
    /// For each function that an earlier part names, where it is in the table.
    slots: BTreeMap<usize, u64>,
    /// How long the table is with them.
    table: u64,
    /// Every function in the order in which the parts hold and name them: the largest first, as walrus writes them.
    order: Vec<usize>,
}

impl Plan {
    fn of(wasm: &[u8], list: &List) -> Outcome<Self> {
        let module = parsed(wasm)?;
        let ids = numbered(&module);
        let place: BTreeMap<FunctionId, usize> = ids.iter().enumerate().map(|(at, &id)| (id, at)).collect();
        let mut plan = Self::default();
        for &id in &ids {
            let function = module.funcs.get(id);
            // What is called before there is anything to call it through is of the first part.
            let first = module.start == Some(id);
            plan.part.push(if first { 0 } else { function.name.as_deref().map_or(0, |name| list.part(name)) });
            plan.named.push(named(&function.kind).into_iter().filter_map(|id| place.get(&id).copied()).collect());
        }
        plan.order = (0..ids.len()).collect();
        plan.order.sort_by_cached_key(|&at| {
            let function = ids.get(at).map(|&id| &module.funcs.get(id).kind);
            let size = if let Some(FunctionKind::Local(function)) = function { function.size() } else { 0 };
            (Reverse(size), at)
        });
        for export in module.exports.iter() {
            if let ExportItem::Function(id) = export.item {
                plan.outside.extend(place.get(&id));
            }
        }
        let table = table(&module)?;
        plan.table = module.tables.get(table).initial;
        for (id, slot) in slotted(&module, table)? {
            if let Some(&at) = place.get(&id) {
                plan.outside.insert(at);
                plan.slots.entry(at).or_insert(slot);
            }
        }
        for part in 0..COUNT {
            for at in plan.stubs(part) {
                if !plan.slots.contains_key(&at) {
                    plan.slots.insert(at, plan.table);
                    plan.table += 1;
                }
            }
        }
        Ok(plan)
    }

    /// The functions of later parts that a part has a stub for.
    fn stubs(&self, part: usize) -> BTreeSet<usize> {
        let mut found = self.used(part);
        if part == 0 {
            found.extend(&self.outside);
        }
        found.retain(|&at| self.part_of(at) > part);
        found
    }

    /// The functions that those of a part name.
    fn used(&self, part: usize) -> BTreeSet<usize> {
        let own = self.named.iter().zip(&self.part).filter(|(_, its)| **its == part);
        own.flat_map(|(named, _)| named).copied().collect()
    }

    /// The functions that a later part names, each with the name that it goes by: two letters that count up in the order
    /// in which the functions lie, so that the lists of names shrink well. No name of wasm-bindgen's is of two letters.
    fn shared(&self) -> Vec<(String, usize)> {
        let mut later = BTreeSet::new();
        for part in 1..COUNT {
            later.extend(self.used(part).into_iter().filter(|&at| self.part_of(at) < part));
        }
        let own = self.order.iter().copied().filter(|at| later.contains(at));
        own.enumerate().map(|(rank, at)| (name(rank), at)).collect()
    }

    fn part_of(&self, at: usize) -> usize {
        self.part.get(at).copied().unwrap_or_default()
    }

    /// The module once more, of which only one part is left.
    fn part(&self, wasm: &[u8], part: usize, names: &Names) -> Outcome<Vec<u8>> {
        // No names, no customs: what is shipped needs neither.
        let mut config = ModuleConfig::new();
        config.generate_name_section(false).generate_producers_section(false);
        let mut module = config.parse(wasm).map_err(|error| format!("could not read the page's wasm: {error:#}"))?;
        names.in_module(&mut module);
        let ids = numbered(&module);
        let table = table(&module)?;
        let space = namespace(&module)?;
        let shared = Shared::of(&module);
        let customs: Vec<_> = module.customs.iter().map(|(id, _)| id).collect();
        for id in customs {
            module.customs.delete(id);
        }
        let slots = module.tables.get_mut(table);
        slots.initial = self.table;
        slots.maximum = slots.maximum.map(|most| most.max(self.table));
        let here = if part == 0 {
            shared.export(&mut module);
            let here = module.globals.add_local(ValType::I32, true, false, ConstExpr::Value(Value::I32(0)));
            module.exports.add(HERE, here);
            here
        } else {
            bare(&mut module);
            shared.import(&mut module);
            let (here, _) = module.add_import_global("0", HERE, ValType::I32, true, false);
            here
        };
        let stubs = self.stubs(part);
        let needs = self.needs(&mut module, &space, here, &stubs);
        for &at in &stubs {
            let (Some(&id), Some(&slot), Some(&need)) =
                (ids.get(at), self.slots.get(&at), needs.get(&self.part_of(at)))
            else {
                return Err(format!("function {at} is called from part {part} and has no slot"));
            };
            let stub = stub(&mut module, id, need, table, slot);
            module.funcs.get_mut(id).kind = FunctionKind::Local(stub);
        }
        let used = self.used(part);
        for (name, at) in self.shared() {
            let its = self.part_of(at);
            let Some(&id) = ids.get(at) else { continue };
            if its == part {
                module.exports.add(&name, id);
            } else if its < part && used.contains(&at) {
                let ty = module.funcs.get(id).ty();
                let import = module.imports.add(&its.to_string(), &name, id);
                module.funcs.get_mut(id).kind = FunctionKind::Import(ImportedFunction { import, ty });
            }
        }
        if part > 0 {
            self.fill(&mut module, &ids, table, part);
        }
        walrus::passes::gc::run(&mut module);
        Ok(module.emit_wasm())
    }

    /// For each part that a stub may have to ask for, the function that asks.
    fn needs(
        &self,
        module: &mut Module,
        space: &str,
        here: GlobalId,
        stubs: &BTreeSet<usize>,
    ) -> BTreeMap<usize, FunctionId> {
        let later: BTreeSet<usize> = stubs.iter().map(|&at| self.part_of(at)).collect();
        if later.is_empty() {
            return BTreeMap::new();
        }
        let kind = module.types.add(&[ValType::I32], &[]);
        let (need, _) = module.add_import_func(space, NEED, kind);
        let asks = later.into_iter().map(|part| {
            let number = number(part as u64);
            let mut ask = FunctionBuilder::new(&mut module.types, &[], &[]);
            ask.func_body().global_get(here).i32_const(number).binop(BinaryOp::I32LtS).if_else(
                None,
                |then| {
                    then.i32_const(number).call(need);
                },
                |_| {},
            );
            (part, ask.finish(Vec::new(), &mut module.funcs))
        });
        asks.collect()
    }

    /// Puts the functions of a part into their slots, a segment for each run of neighbours.
    fn fill(&self, module: &mut Module, ids: &[FunctionId], table: TableId, part: usize) {
        let mut own: Vec<(u64, FunctionId)> = Vec::new();
        for (&at, &slot) in &self.slots {
            own.extend(ids.get(at).filter(|_| self.part_of(at) == part).map(|&id| (slot, id)));
        }
        own.sort_by_key(|(slot, _)| *slot);
        for run in own.chunk_by(|(left, _), (right, _)| left + 1 == *right) {
            let first = run.first().map_or(0, |(slot, _)| *slot);
            let offset = ConstExpr::Value(Value::I32(number(first)));
            let items = ElementItems::Functions(run.iter().map(|(_, id)| *id).collect());
            let element = module.elements.add(ElementKind::Active { table, offset }, items);
            module.tables.get_mut(table).elem_segments.insert(element);
        }
    }
}

/// `aa`, `ab`, … `aN`, `ba`, …; more than 1,600 take a third letter before them.
fn name(rank: usize) -> String {
    const LETTERS: &[u8; 40] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN";
    let letter = |at: usize| char::from(LETTERS.get(at % LETTERS.len()).copied().unwrap_or(b'_'));
    let (high, low) = (rank / LETTERS.len(), rank % LETTERS.len());
    let mut name = if high < LETTERS.len() { String::new() } else { letter(high / LETTERS.len()).to_string() };
    name.extend([letter(high), letter(low)]);
    name
}

/// The same arguments and results: asks for the part, then calls what is in the slot.
fn stub(module: &mut Module, id: FunctionId, need: FunctionId, table: TableId, slot: u64) -> LocalFunction {
    let ty = module.funcs.get(id).ty();
    let kind = module.types.get(ty);
    let (params, results) = (kind.params().to_vec(), kind.results().to_vec());
    let mut stub = FunctionBuilder::new(&mut module.types, &params, &results);
    let arguments: Vec<_> = params.iter().map(|&kind| module.locals.add(kind)).collect();
    let mut body = stub.func_body();
    body.call(need);
    for &argument in &arguments {
        body.local_get(argument);
    }
    body.i32_const(number(slot)).call_indirect(ty, table);
    stub.local_func(arguments)
}

/// Memories, tables and globals, all of which every part may use; each goes by its place.
struct Shared {
    memories: Vec<walrus::MemoryId>,
    tables: Vec<TableId>,
    globals: Vec<GlobalId>,
}

impl Shared {
    fn of(module: &Module) -> Self {
        Self {
            memories: module.memories.iter().map(walrus::Memory::id).collect(),
            tables: module.tables.iter().map(walrus::Table::id).collect(),
            globals: module.globals.iter().map(walrus::Global::id).collect(),
        }
    }

    fn export(&self, module: &mut Module) {
        for (at, &id) in self.memories.iter().enumerate() {
            module.exports.add(&format!("m{at}"), id);
        }
        for (at, &id) in self.tables.iter().enumerate() {
            module.exports.add(&format!("t{at}"), id);
        }
        for (at, &id) in self.globals.iter().enumerate() {
            module.exports.add(&format!("g{at}"), id);
        }
    }

    fn import(&self, module: &mut Module) {
        for (at, &id) in self.memories.iter().enumerate() {
            let import = module.imports.add("0", &format!("m{at}"), id);
            module.memories.get_mut(id).import = Some(import);
        }
        for (at, &id) in self.tables.iter().enumerate() {
            let import = module.imports.add("0", &format!("t{at}"), id);
            module.tables.get_mut(id).import = Some(import);
        }
        for (at, &id) in self.globals.iter().enumerate() {
            let import = module.imports.add("0", &format!("g{at}"), id);
            module.globals.get_mut(id).kind = GlobalKind::Import(import);
        }
    }
}

/// Takes from a later part what only the first one has: data, exports, what fills the tables, the start.
fn bare(module: &mut Module) {
    module.start = None;
    let exports: Vec<_> = module.exports.iter().map(walrus::Export::id).collect();
    for id in exports {
        module.exports.delete(id);
    }
    let data: Vec<_> = module.data.iter().map(walrus::Data::id).collect();
    for memory in module.memories.iter_mut() {
        memory.data_segments.clear();
    }
    for id in data {
        module.data.delete(id);
    }
    let elements: Vec<_> = module.elements.iter().map(walrus::Element::id).collect();
    for table in module.tables.iter_mut() {
        table.elem_segments.clear();
    }
    for id in elements {
        module.elements.delete(id);
    }
}

/// The one table of functions.
fn table(module: &Module) -> Outcome<TableId> {
    let found = module.tables.main_function_table().map_err(|error| format!("{error:#}"))?;
    found.ok_or_else(|| "the page's wasm has no table of functions".into())
}

/// What is in the table, with its place.
fn slotted(module: &Module, table: TableId) -> Outcome<Vec<(FunctionId, u64)>> {
    let mut found = Vec::new();
    for element in module.elements.iter() {
        let ElementKind::Active { table: its, offset } = &element.kind else {
            return Err("found a passive segment of the table of functions, which cannot be cut".into());
        };
        if *its != table {
            continue;
        }
        let (ConstExpr::Value(Value::I32(first)), ElementItems::Functions(ids)) = (offset, &element.items) else {
            return Err("found a segment of the table of functions that is not of plain functions".into());
        };
        found.extend(ids.iter().copied().zip(*first as u64..));
    }
    Ok(found)
}

/// The functions that a function names.
fn named(kind: &FunctionKind) -> BTreeSet<FunctionId> {
    struct Names(BTreeSet<FunctionId>);
    impl Visitor<'_> for Names {
        fn visit_function_id(&mut self, id: &FunctionId) {
            self.0.insert(*id);
        }
    }
    let mut names = Names(BTreeSet::new());
    if let FunctionKind::Local(function) = kind {
        dfs_in_order(&mut names, function, function.entry_block());
    }
    names.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_never_the_same() {
        let names: Vec<String> = (0..5_000).map(name).collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
        assert_eq!(names.first().map(String::as_str), Some("aa"));
        assert!(names.iter().all(|name| name.len() <= 3 && name.chars().all(char::is_alphabetic)));
    }

    /// `main` calls `late`, which is in the table too; `late` calls `early` and uses a global.
    fn whole() -> Vec<u8> {
        let mut module = Module::default();
        let log = module.types.add(&[ValType::I32], &[]);
        let (log, _) = module.add_import_func("./a_bg.js", "log_something", log);
        let table = module.tables.add_local(false, 2, Some(2), walrus::RefType::FUNCREF);
        let stack = module.globals.add_local(ValType::I32, true, false, ConstExpr::Value(Value::I32(16)));
        let mut function =
            |name: &str,
             arguments: &[ValType],
             body: &dyn Fn(&mut walrus::InstrSeqBuilder, Option<walrus::LocalId>)| {
                let mut made = FunctionBuilder::new(&mut module.types, arguments, &[ValType::I32]);
                let argument = arguments.first().map(|&kind| module.locals.add(kind));
                body(&mut made.name(name.into()).func_body(), argument);
                made.finish(argument.into_iter().collect(), &mut module.funcs)
            };
        let early = function("early", &[ValType::I32], &|body, argument| {
            body.local_get(argument.unwrap()).call(log).local_get(argument.unwrap());
        });
        let late = function("late", &[ValType::I32], &|body, argument| {
            body.local_get(argument.unwrap()).global_get(stack).binop(BinaryOp::I32Add).call(early);
        });
        let main = function("main", &[], &|body, _| {
            body.i32_const(2).call(late);
        });
        module.exports.add("main", main);
        let offset = ConstExpr::Value(Value::I32(1));
        let element = module.elements.add(ElementKind::Active { table, offset }, ElementItems::Functions(vec![late]));
        module.tables.get_mut(table).elem_segments.insert(element);
        module.emit_wasm()
    }

    #[test]
    fn a_function_of_a_later_part_is_called_through_its_slot() {
        let names: Vec<String> = super::super::mark::names(&whole()).unwrap();
        let late = names.iter().position(|name| name == "late").unwrap();
        let first: Vec<String> = (0..names.len()).filter(|&at| at != late).map(|at| at.to_string()).collect();
        let list = List::learned(&names, &format!("{0}\n{0} {late}\n", first.join(" "))).unwrap();
        let (parts, _) = parts(&whole(), &list).unwrap();
        let [first, second, _] = parts.as_slice() else { panic!("{}", parts.len()) };
        let (first, second) = (parsed(first).unwrap(), parsed(second).unwrap());
        // The stub asks JavaScript for the part, and the part puts itself where the stub was.
        assert!(first.imports.iter().any(|import| import.name == NEED));
        let table = first.tables.main_function_table().unwrap().unwrap();
        assert_eq!(slotted(&first, table).unwrap().iter().map(|(_, slot)| *slot).collect::<Vec<_>>(), [1]);
        let table = second.tables.main_function_table().unwrap().unwrap();
        assert!(second.tables.get(table).import.is_some());
        assert_eq!(slotted(&second, table).unwrap().iter().map(|(_, slot)| *slot).collect::<Vec<_>>(), [1]);
        // It has the global and the earlier function from the first part, and nothing of the memory's contents.
        assert!(second.imports.iter().filter(|import| import.module == "0").count() >= 3);
        assert_eq!(second.funcs.iter_local().count(), 1);
        assert!(second.data.iter().next().is_none() && second.exports.iter().next().is_none());
    }

    #[test]
    fn without_a_list_all_is_of_the_first_part() {
        let (parts, _) = parts(&whole(), &List::default()).unwrap();
        let counts: Vec<usize> = parts.iter().map(|part| parsed(part).unwrap().funcs.iter_local().count()).collect();
        assert_eq!(counts, [3, 0, 0]);
    }
}
