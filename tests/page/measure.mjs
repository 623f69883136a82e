// Measures the page in headless Chromium: `node measure.mjs FOLDER`. FOLDER contains the built page. Prints what is
// downloaded until the title, until the first deck is played and in all, times, and memory.

import { spawn } from "node:child_process";
import { Browser, sleep } from "./driver.mjs";

const [folder] = process.argv.slice(2);
const PORT = 8955;
const URL = `http://127.0.0.1:${PORT}/`;
// Seconds of the deck that are measured, after the first ones.
const [FIRST, SECONDS] = [8, 30];
// Records how long the game takes for each frame, and when its first frame was drawn.
const WATCH = `
  globalThis.updates = [];
  const request = requestAnimationFrame.bind(globalThis);
  globalThis.requestAnimationFrame = (update) => request((time) => {
    const began = performance.now();
    update(time);
    updates.push([began, performance.now() - began]);
  });
  performance.setResourceTimingBufferSize(1000);
`;
const IS_RUNNING = `document.getElementById("cover").hidden`;
const DOWNLOADED = `performance.getEntriesByType("navigation").concat(performance.getEntriesByType("resource"))
  .reduce((sum, entry) => sum + entry.encodedBodySize, 0)`;
const MEGABYTE = 1e6;

const megabytes = (bytes) => `${(bytes / MEGABYTE).toFixed(2)} MB`;
const mebibytes = (bytes) => `${(bytes / (1 << 20)).toFixed(0)} MiB`;

async function measure(browser) {
  await browser.devtools("Page.addScriptToEvaluateOnNewDocument", { source: WATCH });
  await browser.devtools("Network.enable");
  // The title: what is downloaded before its first frame. Later downloads are measured when all have ended.
  await browser.open(URL);
  await browser.until(IS_RUNNING, "the title", 90);
  console.log(`until the title: ${megabytes(await browser.value("hullbreach.downloaded"))}, ` +
    `${(await browser.value("hullbreach.shown")).toFixed(0)} ms`);
  await sleep(8000);
  console.log(`in all: ${megabytes(await browser.value(DOWNLOADED))}`);
  console.log(`memory at the title: ${mebibytes(await browser.value("hullbreach.memory()"))}`);

  await browser.devtools("Network.setCacheDisabled", { cacheDisabled: true });
  await browser.value(`navigator.serviceWorker.getRegistrations().then((all) => Promise.all(all.map((one) => one.unregister())))`);
  await browser.open(`${URL}?deck=1`);
  await browser.until(`${IS_RUNNING} && hullbreach.needed_share() === 1`, "the deck", 90);
  await sleep(500);
  await browser.click(640, 300);
  await sleep(FIRST * 1000);
  const from = await browser.value("performance.now()");
  for (const end = Date.now() + SECONDS * 1000; Date.now() < end; ) {
    await browser.press("w", 600);
    await browser.press("d", 300);
    await browser.press("s", 500);
  }
  const all = await browser.value("updates");
  const updates = all.filter(([began]) => began > from).map(([, took]) => took).sort((one, other) => one - other);
  const part = (share) => updates[Math.floor(share * (updates.length - 1))].toFixed(1);
  console.log(`deck 1: ${updates.length} updates, median ${part(0.5)}, 99th percentile ${part(0.99)}, longest ${part(1)} ms`);
  console.log(`longest of the first ${FIRST} seconds: ${Math.max(...all.filter(([began]) => began < from).map(([, took]) => took)).toFixed(0)} ms`);
  console.log(`memory on deck 1: ${mebibytes(await browser.value("hullbreach.memory()"))} of the game, ` +
    `${mebibytes(await browser.value("performance.memory.usedJSHeapSize"))} of JavaScript`);
}

const server = spawn(process.execPath, ["scripts/page_server.mjs", folder, String(PORT)], { stdio: "ignore" });
const browser = await Browser.start(PORT + 1);
let failed = false;
await measure(browser).catch((error) => {
  failed = true;
  console.error(error.message);
});
await browser.end();
server.kill();
process.exit(failed ? 1 : 0);
