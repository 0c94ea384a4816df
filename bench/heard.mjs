// How soon sound is heard in a browser: Debian’s Chromium or the one of TEST_CHROMIUM.
import { chromium } from 'playwright-core';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
const AUTOPLAY = '--autoplay-policy=no-user-gesture-required';

export const launchBrowser = () =>
  chromium.launch({ executablePath: process.env.TEST_CHROMIUM ?? '/usr/bin/chromium', args: [...FLAGS, AUTOPLAY] });

/** Runs in the page: attaches an analyser to each output. */
export function listenAtOutputs() {
  const { connect } = AudioNode.prototype;
  window.outputs = new Map();
  AudioNode.prototype.connect = function (target, ...more) {
    const { context } = this;
    if (target === context.destination) {
      if (!window.outputs.has(context)) window.outputs.set(context, context.createAnalyser());
      connect.call(this, window.outputs.get(context));
    }
    return connect.call(this, target, ...more);
  };
}

/** Runs in the page: time from the next event of that type, such as a click, until an output is not silent. */
export function untilHeard(type) {
  return new Promise((resolve) => {
    let clickedAt = 0;
    addEventListener(type, (event) => (clickedAt = event.timeStamp), { capture: true, once: true });
    const samples = new Float32Array(2048);
    const timer = setInterval(() => {
      for (const analyser of window.outputs.values()) {
        analyser.getFloatTimeDomainData(samples);
        if (!samples.some((sample) => sample !== 0)) continue;
        clearInterval(timer);
        resolve(performance.now() - clickedAt);
      }
    }, 4);
  });
}
