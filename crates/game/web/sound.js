// Sound: the mixer in an AudioWorklet, which receives commands of the game, and a worker that renders the music. Browsers
// allow sound after the first click or key.

import { read_zip } from "./zip.js";

// Sample rate of the mixer.
const RATE = 44100;
// Wanted latency in seconds: short enough for shots, long enough for a busy computer.
const LATENCY = 0.06;

let context = null;
let node = null;
let worker = null;
// Promise of the bytes of the mixer's module.
let module = null;
// Sounds that were decoded before there was a mixer.
let decoded = [];
let answer_report = null;

// Fetches the mixer and the sounds. `announce` is called with the name and the number of samples of each decoded sound,
// and returns its number.
export async function load_sounds(announce) {
  module = fetch("mixer.wasm").then((response) => response.arrayBuffer());
  const pack = new Uint8Array(await (await fetch("sounds.pack", { priority: "low" })).arrayBuffer());
  const decoder = new OfflineAudioContext(1, 1, RATE);
  for (const { name, bytes } of await read_zip(pack)) {
    const file = await decoder.decodeAudioData(bytes.buffer);
    const samples = Int16Array.from(file.getChannelData(0), (sample) => Math.max(-1, Math.min(1, sample)) * 32767);
    add_sound(announce(name.split(".")[0], samples.length, RATE), samples, RATE);
  }
}

// Starts the sound, if the browser allows it. Returns a sentence if there can be no sound.
export async function allow_sound() {
  if (context) {
    if (context.state === "suspended" && document.visibilityState === "visible") await context.resume();
    return null;
  }
  if (!globalThis.AudioWorkletNode) return "Sound needs a newer browser, and https or a server on this computer.";
  context = new AudioContext({ sampleRate: RATE, latencyHint: LATENCY });
  await context.audioWorklet.addModule("mixer.js");
  const processorOptions = { module: await module, buffer: context.baseLatency };
  const mixer = new AudioWorkletNode(context, "mixer", { numberOfInputs: 0, outputChannelCount: [2], processorOptions });
  mixer.onprocessorerror = () => {
    console.error("The mixer has crashed, so there is no sound.");
    node = null;
  };
  mixer.port.onmessage = ({ data }) => answer_report?.(data);
  mixer.connect(context.destination);
  node = mixer;
  for (const sound of decoded) post_sound(sound);
  decoded = [];
  await context.resume();
  return null;
}

// A hidden page is silent.
document.addEventListener("visibilitychange", () => {
  if (!node) return;
  if (document.visibilityState === "hidden") context.suspend();
  else context.resume().then(() => node?.port.postMessage({ resumed: true }));
});

const post_sound = (sound) => node.port.postMessage(sound, [sound.samples.buffer]);

function add_sound(id, samples, rate) {
  const sound = { sound: id, samples, rate };
  if (node) post_sound(sound);
  else decoded.push(sound);
}

function end_music() {
  worker?.terminate();
  worker = null;
}

// Functions that the game calls. Views of its memory must be copied.
export const sound_functions = {
  is_sound_on: () => node !== null,
  send_commands: (view) => node?.port.postMessage({ commands: view.slice() }),
  add_sound: (id, view, rate) => add_sound(id, view.slice(), rate),
  end_music,
  async render_music(number, is_deck, name, names, texts) {
    end_music();
    const renderer = new Worker("music.js");
    worker = renderer;
    renderer.onmessage = ({ data }) => {
      // The worker keeps much memory, and is of no use once the piece is complete.
      if (data.done) renderer.terminate();
      else node?.port.postMessage(data, [data.frames.buffer]);
    };
    const bytes = await module;
    renderer.postMessage({ module: bytes, number, is_deck, name, scores: names.map((name, at) => [name, texts[at]]) });
  },
  // Returns counters of the mixer.
  sound_report: () =>
    node &&
    new Promise((resolve) => {
      answer_report = resolve;
      node.port.postMessage({ report: true });
    }),
};
