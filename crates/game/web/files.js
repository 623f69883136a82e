// The player's files in the browser's database, by name as in a folder: `settings.ron`, `saves/quick-1.save`.

let database = null;

// Opens the database. Returns false where there is none, for example in some private windows.
export async function open_files() {
  database = await new Promise((resolve) => {
    const refuse = () => resolve(null);
    let request;
    try {
      request = indexedDB.open("hullbreach", 1);
    } catch {
      return refuse();
    }
    request.onupgradeneeded = () => request.result.createObjectStore("files", { keyPath: "name" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = refuse;
    request.onblocked = refuse;
  });
  return database !== null;
}

// From now on, changes are ignored.
export function close_files() {
  database?.close();
  database = null;
}

// Returns a map from names to bytes and times of writing, in milliseconds since 1970.
export function read_files() {
  return new Promise((resolve) => {
    if (!database) return resolve(new Map());
    const request = database.transaction("files").objectStore("files").getAll();
    request.onsuccess = () => {
      resolve(new Map(request.result.map(({ name, bytes, written }) => [name, { bytes, written }])));
    };
    request.onerror = () => resolve(new Map());
  });
}

// Changes are carried out in order. `report` is called with a message if one fails.
function change(act, report) {
  if (!database) return;
  const transaction = database.transaction("files", "readwrite");
  transaction.onabort = () => report(transaction.error?.message ?? "unknown error");
  act(transaction.objectStore("files"));
  transaction.commit?.();
}

export const write_file = (name, bytes, written, report) =>
  change((store) => store.put({ name, bytes, written }), report);
export const remove_file = (name, report) => change((store) => store.delete(name), report);

// Only one tab may write, because each has a copy of all files in memory. Returns false if another tab does.
export function take_lock() {
  return new Promise((resolve) => {
    if (!navigator.locks) return resolve(true);
    navigator.locks.request("hullbreach", { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      // The lock is held until the page is closed.
      return lock && new Promise(() => {});
    });
  });
}
