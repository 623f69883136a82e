// A small WebDriver client: starts a headless Chromium by chromedriver, or with BROWSER=firefox a Firefox by geckodriver,
// and sends keys and clicks like a player.

import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";

export const KEYS = { Enter: "\uE007", Escape: "\uE00C", Tab: "\uE004", F5: "\uE035", Up: "\uE013", Down: "\uE015" };

const ARGUMENTS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--window-size=1280,800",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const CHROMIUM = {
  driver: "chromedriver",
  capabilities: { browserName: "chrome", "goog:chromeOptions": { args: ARGUMENTS, prefs: { "intl.accept_languages": "en" } } },
};
const FIREFOX = {
  driver: "geckodriver",
  capabilities: {
    browserName: "firefox",
    "moz:firefoxOptions": {
      args: ["-headless", "--width=1280", "--height=886"],
      prefs: { "intl.accept_languages": "en", "media.autoplay.default": 0 },
    },
  },
};

export const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Browser {
  static async start(port) {
    const browser = new Browser();
    // Only Chromium's driver passes commands on to the developer tools.
    browser.has_devtools = process.env.BROWSER !== "firefox";
    const { driver, capabilities } = browser.has_devtools ? CHROMIUM : FIREFOX;
    browser.process = spawn(driver, [`--port=${port}`], { stdio: "ignore" });
    browser.root = `http://127.0.0.1:${port}`;
    for (let tries = 0; ; tries++) {
      try {
        if ((await browser.send("GET", "/status")).ready) break;
      } catch (error) {
        if (tries > 50) throw error;
      }
      await sleep(100);
    }
    const { sessionId } = await browser.send("POST", "/session", { capabilities: { alwaysMatch: capabilities } });
    browser.session = `/session/${sessionId}`;
    await browser.send("POST", `${browser.session}/timeouts`, { script: 20000 });
    return browser;
  }

  async send(method, path, body) {
    const text = body && JSON.stringify(body);
    const headers = { "content-type": "application/json" };
    const answer = await fetch(this.root + path, { method, body: text, headers });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${value?.message?.split("\n")[0]}`);
    return value;
  }

  open(url) {
    return this.send("POST", `${this.session}/url`, { url });
  }

  // Returns the value of an expression in the page, which may be a promise.
  value(expression) {
    const script = `const done = arguments[0]; Promise.resolve(${expression}).then(done, (error) => done(String(error)));`;
    return this.send("POST", `${this.session}/execute/async`, { script, args: [] });
  }

  // Sends a command of the browser's developer tools.
  devtools(cmd, params = {}) {
    return this.send("POST", `${this.session}/goog/cdp/execute`, { cmd, params });
  }

  // Waits until an expression is true.
  async until(expression, what, seconds = 30) {
    for (const end = Date.now() + seconds * 1000; !(await this.value(expression)); await sleep(100)) {
      if (Date.now() > end) throw new Error(`${what}: not after ${seconds} seconds`);
    }
  }

  actions(type, list, more = {}) {
    const actions = [{ type, id: type, actions: list, ...more }];
    return this.send("POST", `${this.session}/actions`, { actions });
  }

  // Holds a key for some milliseconds.
  async press(key, duration = 80) {
    const value = KEYS[key] ?? key;
    const pause = { type: "pause", duration };
    await this.actions("key", [{ type: "keyDown", value }, pause, { type: "keyUp", value }]);
    await sleep(300);
  }

  async click(x, y) {
    const button = { button: 0 };
    const move = { type: "pointerMove", x, y, duration: 0 };
    await this.actions("pointer", [move, { type: "pointerDown", ...button }, { type: "pointerUp", ...button }]);
    await sleep(300);
  }

  async screenshot(file) {
    writeFileSync(file, Buffer.from(await this.send("GET", `${this.session}/screenshot`), "base64"));
  }

  async end() {
    if (this.session) await this.send("DELETE", this.session).catch(() => {});
    this.process.kill();
  }
}
