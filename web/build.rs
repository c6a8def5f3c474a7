//! The linker keeps the places of its references, so that the build can cut the program where the code says `#[lazy]`.

#[expect(clippy::disallowed_methods, reason = "cargo tells a build script everything by its environment")]
fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32") {
        println!("cargo:rustc-link-arg-bins=--emit-relocs");
    }
}
