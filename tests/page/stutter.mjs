// Listens for stuttering sound: `node stutter.mjs FOLDER [MINUTES]`. FOLDER contains the built page. A deck is played in
// headless Chromium while a script makes each frame take at least 30 ms, and the underruns of the mixer are counted.

import { spawn } from "node:child_process";
import { Browser, sleep } from "./driver.mjs";

const [folder, minutes = "10"] = process.argv.slice(2);
const PORT = 8951;
const LOAD = `void function slow() {
  const end = performance.now() + 30;
  while (performance.now() < end);
  globalThis.slow_frames = (globalThis.slow_frames ?? 0) + 1;
  requestAnimationFrame(slow);
}()`;
const REPORT = "hullbreach.sound_report()";

async function listen(browser) {
  await browser.open(`http://127.0.0.1:${PORT}/?deck=1`);
  await browser.until(`document.getElementById("cover").hidden`, "the game is loaded", 90);
  await browser.click(640, 300);
  await browser.until("hullbreach.is_sound_on()", "the sound starts");
  await sleep(15000);
  await browser.value(LOAD);
  const began = await browser.value(REPORT);
  let loudest = 0;
  let longest = 0;
  for (const end = Date.now() + Number(minutes) * 60000; Date.now() < end; ) {
    await browser.press("w", 500);
    await browser.press("d", 300);
    await browser.click(640, 300);
    await browser.press("s", 500);
    const now = await browser.value(REPORT);
    loudest = Math.max(loudest, now.loudest);
    longest = Math.max(longest, now.longest);
  }
  const ended = await browser.value(REPORT);
  const frames = await browser.value("slow_frames");
  const seconds = ended.seconds - began.seconds;
  console.log(`${seconds.toFixed(0)} s of sound, ${(frames / seconds).toFixed(1)} frames per second, loudest ${loudest.toFixed(2)}`);
  console.log(`${ended.underruns - began.underruns} underruns, ${ended.missing - began.missing} voices without samples`);
  console.log(`the mixer took at most ${longest} ms for a block or a message`);
  return ended.underruns === began.underruns && ended.missing === began.missing && loudest > 0;
}

const server = spawn(process.execPath, ["scripts/page_server.mjs", folder, String(PORT)], { stdio: "ignore" });
const browser = await Browser.start(PORT + 1);
const is_smooth = await listen(browser).catch((error) => console.error(error.message));
await browser.end();
server.kill();
process.exit(is_smooth ? 0 : 1);
