// The mixer on the browser's audio thread: a WebAssembly instance of its own, which mixes what the game commands. There is
// no `fetch` here, so the bytes of the module arrive with the constructor.

// Samples of music that are copied at once. A whole part of a piece would take longer than a block lasts.
const CHUNK = 1 << 15;
// A longer gap in seconds is a pause of the page or the computer, not an underrun.
const PAUSE = 1;
// Clocks differ by less than this share.
const DRIFT = 1e-4;

class Mixer extends AudioWorkletProcessor {
  constructor({ processorOptions: { module, buffer } }) {
    super();
    this.wasm = new WebAssembly.Instance(new WebAssembly.Module(module)).exports;
    // Length of an output buffer, in seconds.
    this.buffer = buffer;
    // Music that has not been copied yet.
    this.arriving = [];
    // Least distance between the wall clock and the audio clock.
    this.least = null;
    this.underruns = 0;
    this.blocks = 0;
    // Longest time in milliseconds since the last report that this code has taken, for a message or a block. An underrun
    // although it is short is due to the computer, which gave this thread no processor.
    this.longest = 0;
    // The module's memory as samples.
    this.memory = new Float32Array(0);
    this.port.onmessage = ({ data }) => {
      const began = Date.now();
      this.take(data);
      this.note_time(began);
    };
  }

  note_time(began) {
    this.longest = Math.max(this.longest, Date.now() - began);
  }

  take(data) {
    if (data.commands) {
      this.write(this.wasm.bytes(data.commands.length), data.commands);
      this.wasm.obey();
    } else if (data.samples) {
      this.write(this.wasm.samples(data.samples.length), data.samples);
      this.wasm.add_sound(data.sound, data.rate);
    } else if (data.frames) {
      this.arriving.push({ ...data, at: 0 });
    } else if (data.resumed) {
      this.least = null;
    } else {
      this.port.postMessage({
        blocks: this.blocks,
        seconds: currentTime,
        underruns: this.underruns,
        longest: this.longest,
        missing: this.wasm.missing(),
        voices: this.wasm.voices(),
        loudest: this.wasm.take_loudest(),
        bytes: this.wasm.memory.buffer.byteLength,
      });
      this.longest = 0;
    }
  }

  write(address, values) {
    new values.constructor(this.wasm.memory.buffer, address, values.length).set(values);
  }

  // Copies some of the music that has arrived.
  copy() {
    const part = this.arriving[0];
    if (!part) return;
    if (part.at === 0) this.wasm.begin_part(part.number, part.part, part.bar, part.frames.length / 2);
    const chunk = part.frames.subarray(part.at, part.at + CHUNK);
    this.write(this.wasm.samples(chunk.length), chunk);
    this.wasm.add_frames();
    part.at += CHUNK;
    if (part.at >= part.frames.length) this.arriving.shift();
  }

  // Counts an underrun if the audio clock has fallen behind the wall clock by more than an output buffer.
  watch() {
    const behind = Date.now() / 1000 - currentTime;
    const jump = this.least === null ? 0 : behind - this.least;
    if (jump > this.buffer + 0.002 && jump < PAUSE) this.underruns++;
    if (this.least === null || jump < 0 || jump > this.buffer + 0.002) this.least = behind;
    else this.least += (DRIFT * 128) / sampleRate;
  }

  // Mixes without objects that would have to be collected: a collection may last longer than a block.
  mix(left, right) {
    for (let at = 0; at < left.length; at += 128) {
      const frames = Math.min(128, left.length - at);
      const first = this.wasm.mix(frames) >> 2;
      // Each call may replace the buffer of the memory.
      if (this.memory.buffer !== this.wasm.memory.buffer) this.memory = new Float32Array(this.wasm.memory.buffer);
      for (let frame = 0; frame < frames; frame++) {
        left[at + frame] = this.memory[first + frame];
        right[at + frame] = this.memory[first + frames + frame];
      }
    }
  }

  process(_, [[left, right]]) {
    this.watch();
    const began = Date.now();
    this.copy();
    this.mix(left, right);
    this.note_time(began);
    this.blocks++;
    return true;
  }
}

registerProcessor("mixer", Mixer);
