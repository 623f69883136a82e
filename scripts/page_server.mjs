// Serves a folder with a page on this machine: `node page_server.mjs FOLDER PORT`. With `--compress FOLDER`, it writes a
// copy with brotli (`.br`) and one with gzip (`.gz`) next to each file, which web servers send instead of the file.

import { createServer } from "node:http";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const TYPES = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  wasm: "application/wasm",
  png: "image/png",
  pack: "application/octet-stream",
};
const ending = (name) => name.split(".").pop();

function compress(folder) {
  for (const name of readdirSync(folder).filter((name) => ["html", "js", "wasm", "pack"].includes(ending(name)))) {
    const bytes = readFileSync(join(folder, name));
    const parameters = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params: parameters }));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
}

function serve(folder, port) {
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    const name = path === "/" ? "index.html" : path.slice(1);
    // The page consists of files in one folder, so a name with a slash is none of them.
    if (!/^[\w.~-]+$/.test(name) || name.startsWith(".") || !existsSync(join(folder, name))) {
      response.writeHead(404, { "content-type": "text/plain" }).end("There is no such file.\n");
      return;
    }
    const accepted = request.headers["accept-encoding"] ?? "";
    const encodings = [["br", "br"], ["gzip", "gz"]];
    const encoding = encodings.find(([word, end]) => accepted.includes(word) && existsSync(join(folder, `${name}.${end}`)));
    const headers = {
      "content-type": TYPES[ending(name)] ?? "application/octet-stream",
      "cache-control": "no-cache",
      vary: "accept-encoding",
    };
    if (encoding) headers["content-encoding"] = encoding[0];
    const bytes = readFileSync(join(folder, encoding ? `${name}.${encoding[1]}` : name));
    headers.etag = `"${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}"`;
    if (request.headers["if-none-match"] === headers.etag) response.writeHead(304, headers).end();
    else response.writeHead(200, headers).end(bytes);
  });
  server.on("error", (error) => {
    console.error(`page: cannot serve on port ${port}: ${error.message}; choose another with --port N`);
    process.exit(1);
  });
  server.listen(port, "127.0.0.1", () => console.log(`page: play at http://127.0.0.1:${port}/ (Ctrl+C ends the server)`));
}

const [first, second] = process.argv.slice(2);
if (first === "--compress") compress(second);
else serve(first, Number(second));
