// Zip archives: written without compression, read with or without it.

const CRC = Uint32Array.from({ length: 256 }, (_, number) => {
  for (let bit = 0; bit < 8; bit++) number = number & 1 ? (number >>> 1) ^ 0xedb88320 : number >>> 1;
  return number;
});

function crc_of(bytes) {
  let crc = ~0;
  for (const byte of bytes) crc = (crc >>> 8) ^ CRC[(crc ^ byte) & 255];
  return ~crc >>> 0;
}

// Returns the fields of a header as bytes; each field is a number and its size.
function header(fields) {
  const bytes = new Uint8Array(fields.reduce((sum, [, size]) => sum + size, 0));
  let at = 0;
  for (const [value, size] of fields) {
    for (let i = 0; i < size; i++) bytes[at++] = value / 2 ** (8 * i);
  }
  return bytes;
}

// Returns the date and time of a file in the format of MS-DOS.
function dos_time(milliseconds) {
  const date = new Date(milliseconds);
  const day = ((Math.max(date.getFullYear(), 1980) - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate();
  return [[(date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1), 2], [day, 2]];
}

// Returns an archive of files, each as name, bytes and time of writing.
export function write_zip(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const { name, bytes, written } of files) {
    const text = new TextEncoder().encode(name);
    // Version 2.0, names in UTF-8, stored.
    const common = [[20, 2], [0x800, 2], [0, 2], ...dos_time(written), [crc_of(bytes), 4], [bytes.length, 4], [bytes.length, 4],
      [text.length, 2], [0, 2]];
    const local = header([[0x04034b50, 4], ...common]);
    directory.push(header([[0x02014b50, 4], [20, 2], ...common, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]]), text);
    parts.push(local, text, bytes);
    offset += local.length + text.length + bytes.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const count = files.length;
  const end = header([[0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [offset, 4], [0, 2]]);
  return new Blob([...parts, ...directory, end], { type: "application/zip" });
}

// Returns the files of an archive, each as name and bytes.
export async function read_zip(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const is_at = (at, mark) => at >= 0 && at + 4 <= bytes.length && view.getUint32(at, true) === mark;
  let end = bytes.length - 22;
  while (end >= 0 && !is_at(end, 0x06054b50)) end--;
  if (end < 0) throw new Error("it is not a zip archive");
  const files = [];
  let at = view.getUint32(end + 16, true);
  for (let count = view.getUint16(end + 10, true); count > 0; count--) {
    if (!is_at(at, 0x02014b50)) throw new Error("the zip archive is damaged");
    const method = view.getUint16(at + 10, true);
    const [packed, name_length, extra, comment] = [20, 28, 30, 32].map((field) =>
      field === 20 ? view.getUint32(at + field, true) : view.getUint16(at + field, true));
    const local = view.getUint32(at + 42, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name_length));
    if (!is_at(local, 0x04034b50)) throw new Error("the zip archive is damaged");
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const data = bytes.slice(start, start + packed);
    if (method === 0) files.push({ name, bytes: data });
    else if (method === 8) {
      const unpacked = new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
      files.push({ name, bytes: new Uint8Array(await new Response(unpacked).arrayBuffer()) });
    } else throw new Error(`${name}: it is packed in an unknown way`);
    at += 46 + name_length + extra + comment;
  }
  return files.filter(({ name }) => !name.endsWith("/"));
}
