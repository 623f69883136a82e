// Runs the simulation of the page in Node and compares it with native runs: `node check_page.mjs FOLDER HULLKIT`.
// FOLDER contains the built page (`./page --build`). The bot plays decks in both, and all demos of tests/demos are replayed
// with the levels and rules that are stored next to them. A difference is an error.

import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, hullkit] = process.argv.slice(2);
const DECKS = [
  "levels/deck1.ron",
  "levels/deck2.ron",
  "levels/deck3.ron",
  "levels/deck4.ron",
  "levels/hull.ron",
  "levels/secret.ron",
  "assets/pipelines/crew_deck.ron#1",
  "assets/pipelines/labyrinth_a.ron#7",
];
const SECONDS = 600;

const page = await import(pathToFileURL(resolve(folder, "hullbreach.js")));
await page.default({ module_or_path: readFileSync(join(folder, "hullbreach_bg.wasm")) });
const test = new page.SelfTest(readFileSync(join(folder, "game.pack")));
for (const name of readdirSync("tests/demos/content")) test.add(name, readFileSync(`tests/demos/content/${name}`));
for (const name of readdirSync("tests/corpus")) test.add(`tests/corpus/${name}`, readFileSync(`tests/corpus/${name}`));

let differences = 0;
for (const deck of DECKS) {
  const began = performance.now();
  const here = test.bot(deck, 2, 1, SECONDS);
  const took = performance.now() - began;
  const run = ["run", deck, "--bot", "--skill", "2", "--seed", "1", "--seconds", String(SECONDS)];
  const native = JSON.parse(execFileSync(hullkit, run, { encoding: "utf8" }));
  const there = `${native.ticks} ${native.state_hash}`;
  const speed = ((took * 1000) / native.ticks).toFixed(0);
  console.log(`${deck}: ${here}: ${here === there ? `as natively; ${speed} µs per tick` : `natively ${there}`}`);
  differences += here !== there;
}
let replayed = 0;
const demos = readdirSync("tests/demos").filter((name) => name.endsWith(".demo"));
const refused = [];
for (const name of demos) {
  try {
    test.demo(readFileSync(join("tests/demos", name)));
    replayed++;
  } catch (error) {
    refused.push(`${name}: ${error}`);
  }
}
console.log(`${replayed} of ${demos.length} demos play as recorded`);
refused.forEach((what) => console.log(`    ${what}`));
process.exit(differences > 0 || refused.length > 0 ? 1 : 0);
