// Encodes the sounds of the game as Opus and writes them into one archive: `node pack_sounds.mjs OUT`. It needs `opusenc`.

import { execFile } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { write_zip } from "../crates/game/web/zip.js";

const FOLDER = "assets/sounds";
// The serial number is random otherwise, and the same sounds should give the same archive.
const OPTIONS = ["--quiet", "--bitrate", "48", "--serial", "1", "--padding", "0", "--discard-comments"];
// Sounds that loop are not encoded, because Opus changes their ends.
const LOOPS = ["wall_slide"];

const run = promisify(execFile);

async function encode(name) {
  const file = join(FOLDER, `${name}.wav`);
  if (LOOPS.includes(name)) return { name: `${name}.wav`, bytes: readFileSync(file), written: 0 };
  const { stdout } = await run("opusenc", [...OPTIONS, file, "-"], { encoding: "buffer", maxBuffer: 1 << 24 });
  return { name: `${name}.opus`, bytes: stdout, written: 0 };
}

const names = readdirSync(FOLDER).filter((name) => name.endsWith(".wav")).map((name) => name.slice(0, -4)).sort();
const files = new Array(names.length);
let next = 0;
async function work() {
  while (next < names.length) {
    const at = next++;
    files[at] = await encode(names[at]);
  }
}
await Promise.all(cpus().map(work));
const [out] = process.argv.slice(2);
const bytes = Buffer.from(await write_zip(files).arrayBuffer());
writeFileSync(out, bytes);
console.log(`${out}: ${files.length} sounds, ${bytes.length} bytes`);
