// Plays the page in headless Chromium, as a new player: `node play.mjs FOLDER [PICTURES]`. FOLDER contains the built page.
// With BROWSER=firefox it plays in Firefox, without the steps that need Chromium's developer tools.
// Screenshots of each step go to the folder PICTURES.

import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { write_zip } from "../../crates/game/web/zip.js";
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

// Returns the expression that drops an archive with an example mod on the page.
async function dropped_mod(name) {
  const root = join("mods/examples", name);
  const paths = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = paths.map((entry) => {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    return { name: relative(root, path), bytes: readFileSync(path), written: 0 };
  });
  const bytes = Buffer.from(await write_zip(files).arrayBuffer()).toString("base64");
  return `(() => {
    const bytes = Uint8Array.from(atob("${bytes}"), (letter) => letter.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], "${name}.hull"));
    return dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
  })()`;
}

let step = 0;
async function note(browser, what) {
  console.log(`    ${what}`);
  if (pictures) await browser.screenshot(join(pictures, `${String(step++).padStart(2, "0")}-${what.replaceAll(" ", "-")}.png`));
}

// Drops a mod on the title. The page keeps it.
async function play_with_a_mod(browser) {
  await browser.open(URL);
  await browser.until(IS_RUNNING, "the game is loaded for a mod");
  await sleep(1500);
  await browser.value(await dropped_mod("stripes"));
  await browser.until(has_file("mods/stripes.hull"), "the mod is kept");
  await browser.until(has_file("saves/mods.ron"), "the list of mods is kept");
  await sleep(2500);
  await note(browser, "mod dropped");
  await browser.open(URL);
  await browser.until(IS_RUNNING, "the game is loaded with its mod");
  await sleep(1500);
  await note(browser, "mod after loading again");
}

// A deck waits while one of its images cannot be downloaded.
async function wait_for_a_part(browser) {
  const notice = `document.getElementById("notice")`;
  // The service worker would answer from its copy.
  await browser.value(`navigator.serviceWorker.getRegistrations().then((all) => Promise.all(all.map((one) => one.unregister())))`);
  await browser.devtools("Network.enable");
  await browser.devtools("Network.setCacheDisabled", { cacheDisabled: true });
  await browser.devtools("Network.setBlockedURLs", { urls: ["*sheets.cryo.png"] });
  await browser.open(`${URL}?deck=1`);
  await browser.until(IS_RUNNING, "the game is loaded without a part");
  await browser.until(`!${notice}.hidden && ${notice}.textContent.includes("cannot be downloaded")`, "a failed part is told");
  await note(browser, "deck waits for a part");
  if (!((await browser.value("hullbreach.needed_share()")) < 1)) throw new Error("the deck must wait for its part");
  await browser.devtools("Network.setBlockedURLs", { urls: [] });
  await browser.until(`${notice}.hidden`, "the part is downloaded after all");
  await sleep(1500);
  await note(browser, "deck with its part");
  await browser.devtools("Network.setCacheDisabled", { cacheDisabled: false });
}

// A browser without the SIMD instructions of WebAssembly shows one sentence.
async function play_without_simd(browser) {
  const { identifier } = await browser.devtools("Page.addScriptToEvaluateOnNewDocument", {
    source: "WebAssembly.validate = () => false;",
  });
  await browser.open(URL);
  await browser.until(`document.getElementById("message").textContent.includes("too old")`, "a browser without SIMD");
  await note(browser, "no SIMD");
  await browser.devtools("Page.removeScriptToEvaluateOnNewDocument", { identifier });
}

// Waits until the pointer is captured or released. Firefox cannot capture it on a virtual display.
async function pointer(browser, is_captured, what) {
  if (!browser.has_devtools) return sleep(4000);
  await browser.until(is_captured ? IS_CAPTURED : `!(${IS_CAPTURED})`, what);
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
  await pointer(browser, true, "the pointer is captured on a deck");
  await sleep(3000);
  await note(browser, "deck");
  // Without a sound device, Firefox plays nothing.
  const hears = browser.has_devtools;
  if (hears) await browser.until(`${SOUND}.then(({ loudest }) => loudest > 0)`, "the deck is heard");
  await browser.press("w", 1200);
  await browser.click(640, 300);
  const { loudest, missing, underruns } = await browser.value(SOUND);
  if (hears && !(loudest > 0.05 && missing === 0)) throw new Error(`steps and a shot: loudness ${loudest}, missing ${missing}`);
  await note(browser, `walked and fired, ${underruns} underruns`);
  await browser.press("F5");
  await browser.until(has_file("saves/quick-1.save"), "a quick save is kept");
  await note(browser, "saved");
  await browser.press("Escape");
  await pointer(browser, false, "the pause releases the pointer");
  await note(browser, "paused");

  await browser.open(URL);
  await browser.until(IS_RUNNING, "the game is loaded again");
  await sleep(1500);
  await note(browser, "loaded again");
  await browser.press("Enter");
  await pointer(browser, true, "Continue resumes the run");
  await sleep(1500);
  await note(browser, "continued");

  await play_with_a_mod(browser);
  if (browser.has_devtools) await wait_for_a_part(browser);

  await browser.open(`${URL}saves.html`);
  await browser.until(`document.getElementById("list").innerText.includes("saves/quick-1.save")`, "the files are listed");
  await note(browser, "files");

  await browser.open(`${URL}?deck=nowhere`);
  await browser.until(`document.getElementById("message").textContent.includes("there is no such file")`, "a wrong address");
  await note(browser, "wrong address");

  if (browser.has_devtools) await play_without_simd(browser);

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
