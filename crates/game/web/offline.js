// A service worker: after the first visit, the page also works without a network. A new version of the page is fetched in
// the background and used once all of its tabs are closed, so that files of two versions are never mixed.

// ./page writes the version, and the names of all files.
const VERSION = "";
const FILES = [];
const CACHE = `hullbreach-${VERSION}`;

addEventListener("install", (event) => {
  const requests = ["./", ...FILES].map((name) => new Request(name, { cache: "no-cache" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

addEventListener("activate", (event) => {
  const is_old = (name) => name.startsWith("hullbreach-") && name !== CACHE;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(is_old).map((name) => caches.delete(name)))));
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  // The parameters of the address select what is played, not another file.
  const answer = caches.open(CACHE).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(answer.then((found) => found ?? fetch(event.request)));
});
