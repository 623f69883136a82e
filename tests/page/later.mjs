// Tests the downloads of the page in Node: `node later.mjs`. The server is imitated.

import assert from "node:assert/strict";
import { begin_later, later_functions } from "../../crates/game/web/later.js";

const { need, needed_share } = later_functions;
const asked = [];
const broken = new Set(["sheets.cryo.png"]);
globalThis.fetch = async (name) => {
  asked.push(name);
  await new Promise((resolve) => setTimeout(resolve, 5));
  if (broken.has(name)) throw new TypeError("Failed to fetch");
  return new Response(name, { headers: { "content-length": String(name.length) } });
};
console.warn = () => {};
// The pauses between tries are a hundredth.
const wait = globalThis.setTimeout;
globalThis.setTimeout = (work, milliseconds) => wait(work, milliseconds >= 1000 ? milliseconds / 100 : milliseconds);
// Waits until something is true, for ten seconds at most.
async function until(is_true, what) {
  for (let tries = 0; !is_true(); tries++) {
    assert.ok(tries < 1000, what);
    await new Promise((resolve) => wait(resolve, 10));
  }
}

const taken = new Map();
const told = [];
const sheets = ["cryo", "shambler", "weapons", "holds", "brute", "chapel"].map((name) => `assets/sheets/${name}.png`);
// A deck may need its images before the title is there.
need([sheets[4], sheets[0]]);
begin_later(sheets, (name, bytes) => taken.set(name, new TextDecoder().decode(bytes)), (sentence) => told.push(sentence));
assert.deepEqual(asked, ["sheets.brute.png", "sheets.cryo.png", "sheets.shambler.png"], "needed files are the first, three at once");
await until(() => taken.size === 5, "a failing file does not hold up the others");
assert.equal(taken.get(sheets[1]), "sheets.shambler.png");
assert.equal(needed_share(), 0.5, "one of two needed files is there");
need([sheets[0]]);
assert.equal(needed_share(), 0.5, "asking for the rest must not move the bar back");
await until(() => told.length > 0, "the failure is reported");
assert.equal(told.every((sentence) => sentence.includes("cannot be downloaded")), true);
broken.clear();
await until(() => taken.size === 6, "the failed file is downloaded after all");
assert.equal(needed_share(), 1);
await until(() => told.at(-1) === null, "the sentence is removed");
assert.equal(new Set(asked).size, 6);
console.log("later: the downloads are in order, and failures are repeated");
process.exit(0);
