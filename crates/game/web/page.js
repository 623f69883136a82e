// The page around the game: loads its files, keeps the player's files in the browser's database, and reports failures.

import { close_files, open_files, read_files, remove_file, take_lock, write_file } from "./files.js";
import { begin_later, later_functions } from "./later.js";
import { allow_sound, load_sounds, sound_functions } from "./sound.js";

// True if the page keeps itself for visits without a network; ./page sets it.
const IS_KEPT = false;
// Files that are downloaded while the title is shown; ./page writes them here.
const LATER = [];
// Sizes of the decompressed files in bytes, for the progress bar; ./page writes them here.
const SIZES = { "hullbreach_bg.wasm": 0, "game.pack": 0 };
const TOO_OLD = "This browser is too old for Hullbreach: it needs Chrome 91, Firefox 89, Safari 16.4 or newer.";
// A module with one SIMD instruction.
const SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

const $ = (id) => document.getElementById(id);
const canvas = $("game");

// Shows a sentence instead of the game, with buttons or links below.
let failed = false;
function fail(sentence, actions = []) {
  if (failed) return;
  failed = true;
  document.exitPointerLock?.();
  $("message").textContent = sentence;
  $("message").setAttribute("role", "alert");
  $("progress").hidden = true;
  $("actions").replaceChildren(...actions);
  $("cover").hidden = false;
  actions[0]?.focus();
}

// The player's files: a copy of those in the database, by name.
let files = new Map();
const report_unwritten = (what) => notice(`Your saves cannot be stored in this browser: ${what}`);

// Shows a sentence below the game; null removes it.
function notice(sentence) {
  $("notice").textContent = sentence ?? "";
  $("notice").hidden = sentence === null;
}

let asked_to_persist = false;
// Functions that the game calls.
globalThis.hullbreach = {
  ...sound_functions,
  ...later_functions,
  loaded: () => {
    $("cover").hidden = !failed;
    $("files").hidden = false;
    canvas.focus();
    // For measurements: what was downloaded until the first frame, and when that was.
    const entries = ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind));
    hullbreach.downloaded = entries.reduce((sum, entry) => sum + entry.encodedBodySize, 0);
    hullbreach.shown = performance.now();
    if (failed) return;
    begin_later(LATER, game.file_arrived, notice);
    load_sounds(game.sound_decoded).catch((error) => console.error(error));
  },
  prefers_reduced_motion: () => matchMedia("(prefers-reduced-motion: reduce)").matches,
  languages: () => [...(navigator.languages ?? [navigator.language])],
  keep(name, view, written) {
    const bytes = view.slice();
    files.set(name, { bytes, written });
    write_file(name, bytes, written, report_unwritten);
    if (!asked_to_persist) {
      asked_to_persist = true;
      navigator.storage?.persist?.().catch(() => {});
    }
  },
  choose_mods() {
    const input = document.createElement("input");
    Object.assign(input, { type: "file", multiple: true, accept: ".hull,.zip,.pk3" });
    input.onchange = () => take_mods(input.files);
    input.click();
  },
  remove(name) {
    files.delete(name);
    remove_file(name, report_unwritten);
  },
  crashed(told) {
    const resume = document.createElement("button");
    resume.textContent = "Continue from the last save";
    resume.onclick = () => location.assign(location.pathname);
    const reports = [...files].filter(([name]) => name.startsWith("crashes/crash"));
    reports.sort((one, other) => other[1].written - one[1].written);
    const newest = ["txt", "demo"].flatMap((ending) => reports.find(([name]) => name.endsWith(ending)) ?? []);
    const links = [];
    for (let at = 0; at < newest.length; at += 2) {
      const link = document.createElement("a");
      link.download = newest[at].split("/").pop();
      link.href = URL.createObjectURL(new Blob([newest[at + 1].bytes]));
      link.textContent = link.download.endsWith(".txt") ? "Download the report" : "Download the last minute";
      links.push(link);
    }
    console.error(told);
    fail("Hullbreach has crashed. Your saves are kept; please attach the report and the demo to a bug report.", [
      resume,
      ...links,
    ]);
  },
};

// The game's module.
let game = null;

// Browsers allow sound after a click or a key.
for (const kind of ["pointerdown", "keydown", "touchend"]) {
  addEventListener(kind, () => allow_sound().then((told) => told && notice(told), (error) => console.error(error)));
}

// Downloads a file, and reports its progress.
async function download(name, report) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: the server answered ${response.status}`);
  let received = 0;
  const counted = response.body.pipeThrough(new TransformStream({
    transform(chunk, controller) {
      received += chunk.length;
      report(name, received);
      controller.enqueue(chunk);
    },
  }));
  return new Response(counted, { headers: { "content-type": response.headers.get("content-type") ?? "" } });
}

const received = {};
function report(name, bytes) {
  received[name] = bytes;
  const sum = (sizes) => Object.values(sizes).reduce((one, other) => one + other, 0);
  $("progress").value = sum(received) / Math.max(sum(SIZES), 1);
}

// The game names its deck in the window's title, which the window library writes into this attribute.
new MutationObserver(() => {
  const title = canvas.getAttribute("alt") ?? "Hullbreach";
  document.title = title;
  canvas.setAttribute("aria-label", title);
}).observe(canvas, { attributes: true, attributeFilter: ["alt"] });

// The game captures the pointer while it is played. Escape releases it, which the browser reports only by an event, and
// a browser may refuse a capture that follows too soon; then the next click captures it.
let is_captured = false;
function watch_pointer() {
  const request = canvas.requestPointerLock.bind(canvas);
  const capture = async () => {
    try {
      // Raw motion, without the acceleration of the desktop.
      await request({ unadjustedMovement: true });
    } catch (error) {
      if (error.name === "NotSupportedError") await request();
    }
  };
  const quietly = () => capture().catch(() => {});
  canvas.requestPointerLock = () => {
    is_captured = true;
    quietly();
  };
  const release = document.exitPointerLock.bind(document);
  document.exitPointerLock = () => {
    is_captured = false;
    release();
  };
  document.addEventListener("pointerlockchange", () => {
    $("files").hidden = document.pointerLockElement !== null;
    if (is_captured && !document.pointerLockElement && !failed) game.pointer_lost();
  });
  canvas.addEventListener("pointerdown", () => is_captured && !document.pointerLockElement && quietly());
}

// Ctrl fires and W walks, but Ctrl+W closes a tab, which no page can prevent. The browser asks first while the game is
// played; in full screen, the keys are those of the game.
addEventListener("beforeunload", (event) => {
  if (document.pointerLockElement && !failed) event.preventDefault();
});
document.addEventListener("fullscreenchange", () => {
  if (document.fullscreenElement) navigator.keyboard?.lock?.().catch(() => {});
  else navigator.keyboard?.unlock?.();
});

// Gives archives with mods to the game, which keeps them.
async function take_mods(given) {
  for (const file of given) {
    if (/\.(hull|zip|pk3)$/i.test(file.name)) game.mod_dropped(file.name, new Uint8Array(await file.arrayBuffer()));
    else notice(`${file.name} is not an archive with a mod. Saves and demos can be dropped on the page "Your files".`);
  }
}

addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  take_mods(event.dataTransfer?.files ?? []);
});

async function main() {
  if (typeof WebAssembly !== "object" || !WebAssembly.validate(SIMD)) return fail(TOO_OLD);
  const module = download("hullbreach_bg.wasm", report);
  const pack = download("game.pack", report).then((response) => response.arrayBuffer());
  const [imported, is_alone] = await Promise.all([import("./hullbreach.js"), take_lock()]);
  game = imported;
  const has_database = await open_files();
  files = await read_files();
  if (!is_alone) {
    close_files();
    notice("Hullbreach is open in another tab, so this one does not save.");
  } else if (!has_database) {
    notice("This browser gives Hullbreach no database, so your saves end with this tab.");
  }
  const parameters = [...new URLSearchParams(location.search)].flat();
  const exports = await game.default({ module_or_path: await module });
  // For measurements: the memory of the game in bytes.
  hullbreach.memory = () => exports.memory.buffer.byteLength;
  const bytes = new Uint8Array(await pack);
  const saved = [...files].map(([name, { bytes, written }]) => [name, bytes, written]);
  const leave = () => {
    try {
      if (!failed) game.hidden();
    } catch (error) {
      console.error(error);
    }
  };
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && leave());
  addEventListener("pagehide", leave);
  if (canvas.requestPointerLock) watch_pointer();
  if (IS_KEPT) navigator.serviceWorker?.register("offline.js").catch((error) => console.warn(error));
  game.start(bytes, LATER, saved, parameters, performance.now());
}

// A trap ends the game. After a panic, the game has reported it already.
addEventListener("error", (event) => {
  if (event.error instanceof WebAssembly.RuntimeError) hullbreach.crashed(event.message);
});
main().catch((error) => {
  // The game itself returns sentences.
  if (typeof error === "string") return fail(error);
  console.error(error);
  fail(`Hullbreach cannot start: ${error?.message ?? error}`);
});
