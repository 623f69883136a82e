// Runs a WebAssembly program of the kind wasm32-wasip1 in Node: node run_wasm.mjs PROGRAM [ARGUMENT...].
// It sees no file of this machine; what it prints, and how it ends, are passed on.
import { readFile } from "node:fs/promises";
import { argv, exit } from "node:process";
import { WASI } from "node:wasi";

const [program, ...rest] = argv.slice(2);
const wasi = new WASI({ version: "preview1", args: [program, ...rest], returnOnExit: true });
const module = await WebAssembly.compile(await readFile(program));
exit(wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject())));
