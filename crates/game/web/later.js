// Files that only decks need: they are downloaded in the background while the title is shown, in the order in which the
// campaign needs them.

// Downloads at the same time.
const LINES = 3;
// Seconds until a failed download is repeated: longer each time.
const PAUSES = [1, 2, 4, 8, 15, 30];

// Names of the files that are still to be downloaded.
let queue = [];
// Files that a deck waits for, with the share of each that has arrived.
let needed = new Map();
let lines = 0;
let take = null;
let report = null;
// Files whose download has failed at least twice in a row.
const failing = new Set();

// The server has them in one folder: `assets/sheets/fox.png` is `sheets.fox.png`.
const address = (name) => name.replace(/^assets\//, "").replaceAll("/", ".");

// Downloads one file, and calls `progress` with the share that has arrived.
async function fetch_file(name, progress) {
  const response = await fetch(address(name));
  if (!response.ok) throw new Error(`${name}: the server answered ${response.status}`);
  const size = Number(response.headers.get("content-length"));
  const parts = [];
  let length = 0;
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.length;
    if (size > 0) progress(Math.min(1, length / size));
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function download(name) {
  for (let tries = 0; ; tries++) {
    try {
      const bytes = await fetch_file(name, (share) => needed.has(name) && needed.set(name, share));
      if (failing.delete(name) && failing.size === 0) report(null);
      take(name, bytes);
      if (needed.has(name)) needed.set(name, 1);
      return;
    } catch (error) {
      console.warn(error);
      if (tries > 0) {
        failing.add(name);
        report("A part of Hullbreach cannot be downloaded; it is tried again, and decks that need it wait.");
      }
      const pause = PAUSES[Math.min(tries, PAUSES.length - 1)];
      await new Promise((resolve) => setTimeout(resolve, pause * 1000));
    }
  }
}

function go_on() {
  while (take && lines < LINES && queue.length > 0) {
    lines++;
    download(queue.shift()).finally(() => {
      lines--;
      go_on();
    });
  }
}

// Starts the downloads. `taken` is called with the name and the bytes of each file, `reported` with a sentence when
// downloads fail, and with null when they succeed again.
export function begin_later(names, taken, reported) {
  const others = new Set(names);
  queue = [...queue.filter((name) => others.has(name)), ...names.filter((name) => !queue.includes(name))];
  [take, report] = [taken, reported];
  go_on();
}

// Functions that the game calls.
export const later_functions = {
  // Downloads these files first, because a deck waits for them.
  need(names) {
    // While files arrive, the deck asks for the others again.
    if (!names.every((name) => needed.has(name))) needed = new Map(names.map((name) => [name, 0]));
    const first = take ? names.filter((name) => queue.includes(name)) : names;
    queue = [...first, ...queue.filter((name) => !first.includes(name))];
    go_on();
  },
  // Returns the share of these files that has arrived, from 0 to 1.
  needed_share() {
    const shares = [...needed.values()];
    return shares.reduce((one, other) => one + other, 0) / Math.max(shares.length, 1);
  },
};
