// The page with the player's files: each can be downloaded, and files can be added.

import { open_files, read_files, take_lock, write_file } from "./files.js";
import { read_zip, write_zip } from "./zip.js";

const $ = (id) => document.getElementById(id);
// The most that a file of the player may have; saves have some kilobytes.
const MAX_BYTES = 20 << 20;
const SLOTS = 12;
// The slots of saves, as the game names them, and files outside of folders.
const KNOWN = /^(saves\/(quick|deck|slot)-\d{1,3}\.save|saves\/\w+\.ron|demos\/[\w.-]+\.demo|mods\/[\w. -]+\.hull|settings\.ron)$/;

let files = new Map();
let may_write = false;
const status = (sentence) => ($("status").textContent = sentence);

function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

function show() {
  const rows = [...files].sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, { bytes, written }]) => {
    const row = document.createElement("tr");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = name;
    button.setAttribute("aria-label", `Download ${name}`);
    button.onclick = () => download(new Blob([bytes]), name.split("/").pop());
    row.insertCell().append(button);
    row.insertCell().textContent = bytes.length;
    row.insertCell().textContent = new Date(written).toLocaleString();
    return row;
  });
  $("list").replaceChildren(...rows);
  $("all").disabled = rows.length === 0;
}

// Returns the name under which a file is kept, or null if the game does not know such files.
function name_of(name) {
  if (KNOWN.test(name)) return name;
  const file = name.split("/").pop();
  const beside = { save: `saves/${file}`, demo: `demos/${file}`, hull: `mods/${file}` }[file.split(".").pop()] ?? file;
  if (KNOWN.test(beside)) return beside;
  if (!file.endsWith(".save")) return null;
  // A save with a name of its own goes to the first free slot.
  const slots = Array.from({ length: SLOTS }, (_, number) => `saves/slot-${String(number + 1).padStart(2, "0")}.save`);
  return slots.find((slot) => !files.has(slot)) ?? null;
}

function add(given, bytes) {
  const name = name_of(given);
  if (!name) return `${given}: the game has no place for such a file`;
  if (bytes.length > MAX_BYTES) return `${given}: it is too large`;
  if (files.has(name) && !confirm(`Replace ${name}?`)) return `${given}: not added`;
  const written = Date.now();
  write_file(name, bytes, written, (what) => status(`${name} cannot be stored: ${what}`));
  files.set(name, { bytes, written });
  return `${name} added`;
}

async function take(list) {
  if (!may_write) return status("The game is open in another tab. Close that tab and load this page again to add files.");
  const told = [];
  for (const file of list) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    try {
      const inner = file.name.endsWith(".zip") ? await read_zip(bytes) : [{ name: file.name, bytes }];
      inner.forEach(({ name, bytes }) => told.push(add(name, bytes)));
    } catch (error) {
      told.push(`${file.name}: ${error.message}`);
    }
  }
  show();
  status(`${told.join(". ")}.`);
}

$("all").onclick = () => {
  const all = [...files].map(([name, { bytes, written }]) => ({ name, bytes, written }));
  download(write_zip(all), "hullbreach-files.zip");
};
$("choose").onchange = () => take($("choose").files);
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  take(event.dataTransfer.files);
});

const has_database = await open_files();
may_write = has_database && (await take_lock());
files = await read_files();
// The speed of this computer is of no use on another one.
files.delete("kernel.ron");
show();
if (!has_database) status("This browser gives the page no database, so there are no files.");
else if (files.size === 0) status("There are no files yet.");
