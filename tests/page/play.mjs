// Plays the page in headless Chromium, as a new player: `node play.mjs FOLDER [PICTURES]`. FOLDER contains the built page.
// Screenshots of each step go to the folder PICTURES.

import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Browser, sleep } from "./driver.mjs";

const [folder, pictures] = process.argv.slice(2);
const PORT = 8947;
const URL = `http://127.0.0.1:${PORT}/`;
const IS_RUNNING = `document.getElementById("cover").hidden`;
const IS_CAPTURED = `document.pointerLockElement !== null`;
const FILES = `new Promise((resolve) => {
  const request = indexedDB.open("hullbreach", 1);
  request.onsuccess = () => {
    const all = request.result.transaction("files").objectStore("files").getAllKeys();
    all.onsuccess = () => { request.result.close(); resolve(all.result); };
  };
})`;
const SOUND = "hullbreach.sound_report()";
const has_file = (name) => `${FILES}.then((names) => names.includes(${JSON.stringify(name)}))`;

let step = 0;
async function note(browser, what) {
  console.log(`    ${what}`);
  if (pictures) await browser.screenshot(join(pictures, `${String(step++).padStart(2, "0")}-${what.replaceAll(" ", "-")}.png`));
}

async function play(browser) {
  await browser.open(URL);
  await browser.until(IS_RUNNING, "the game is loaded");
  await sleep(500);
  await note(browser, "first start");
  await browser.press("Enter");
  await browser.until(`hullbreach.is_sound_on()`, "the first key starts the sound");
  await browser.until(has_file("settings.ron"), "the options are kept");
  await note(browser, "title");
  await browser.press("Enter");
  await sleep(1500);
  await note(browser, "briefing");
  await browser.press("Enter");
  await browser.until(IS_CAPTURED, "the pointer is captured on a deck");
  await sleep(3000);
  await note(browser, "deck");
  await browser.until(`${SOUND}.then(({ loudest }) => loudest > 0)`, "the deck is heard");
  await browser.press("w", 1200);
  await browser.click(640, 300);
  const { loudest, missing, underruns } = await browser.value(SOUND);
  if (!(loudest > 0.05 && missing === 0)) throw new Error(`steps and a shot: loudness ${loudest}, missing ${missing}`);
  await note(browser, `walked and fired, ${underruns} underruns`);
  await browser.press("F5");
  await browser.until(has_file("saves/quick-1.save"), "a quick save is kept");
  await note(browser, "saved");
  await browser.press("Escape");
  await browser.until(`!(${IS_CAPTURED})`, "the pause releases the pointer");
  await note(browser, "paused");

  await browser.open(URL);
  await browser.until(IS_RUNNING, "the game is loaded again");
  await sleep(1500);
  await note(browser, "loaded again");
  await browser.press("Enter");
  await browser.until(IS_CAPTURED, "Continue resumes the run");
  await sleep(1500);
  await note(browser, "continued");

  await browser.open(`${URL}saves.html`);
  await browser.until(`document.getElementById("list").innerText.includes("saves/quick-1.save")`, "the files are listed");
  await note(browser, "files");

  await browser.open(`${URL}?deck=nowhere`);
  await browser.until(`document.getElementById("message").textContent.includes("there is no such file")`, "a wrong address");
  await note(browser, "wrong address");

  await browser.open(`${URL}?deck=1&crash-at=200`);
  await browser.until(`document.querySelectorAll("#actions > *").length === 3`, "the page of a crash");
  await note(browser, "crash");
  await browser.until(has_file("crashes/crash.demo"), "the last minute is kept as a demo");

  // `./page --fast` makes no service worker.
  if (!(await browser.value(`navigator.serviceWorker.getRegistration().then((worker) => !!worker)`))) return;
  await browser.until(`navigator.serviceWorker.ready.then(() => true)`, "the page is kept");
  server.kill();
  await browser.open(URL);
  await browser.until(IS_RUNNING, "the page works without its server");
  await sleep(1000);
  await note(browser, "without a server");
}

if (pictures) mkdirSync(pictures, { recursive: true });
const server = spawn(process.execPath, ["scripts/page_server.mjs", folder, String(PORT)], { stdio: "ignore" });
const browser = await Browser.start(PORT + 1);
let error = null;
try {
  await play(browser);
} catch (failure) {
  error = failure;
  if (pictures) await browser.screenshot(join(pictures, "failure.png"));
}
await browser.end();
server.kill();
if (error) {
  console.error(`play: ${error.message}`);
  process.exit(1);
}
