// A worker that renders one piece of music, part by part, and then ends.

onmessage = ({ data: { module, number, is_deck, name, scores } }) => {
  const wasm = new WebAssembly.Instance(new WebAssembly.Module(module)).exports;
  const encoder = new TextEncoder();
  const write = (text) => {
    const bytes = encoder.encode(text);
    // Each call may replace the buffer of the memory.
    const address = wasm.bytes(bytes.length);
    new Uint8Array(wasm.memory.buffer, address, bytes.length).set(bytes);
  };
  for (const [score, text] of scores) {
    write(score + text);
    wasm.add_score(encoder.encode(score).length);
  }
  write(name);
  wasm.begin_piece(is_deck);
  for (let part = wasm.render(); part >= 0; part = wasm.render()) {
    const frames = new Int16Array(wasm.memory.buffer, wasm.rendered(), 2 * wasm.rendered_frames()).slice();
    postMessage({ number, part, bar: wasm.rendered_bar(), frames }, [frames.buffer]);
  }
  postMessage({ done: true });
};
