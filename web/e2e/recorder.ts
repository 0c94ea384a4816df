import type { BrowserContext, Page } from 'playwright-core';

/** Runs in the page: copies the output of every AudioContext to a recorder. */
function tapOutputs(): void {
  // Some blocks are lost while the processor starts, so it records from the ninth one in a row.
  const worklet = `registerProcessor('recorder', class extends AudioWorkletProcessor {
    process([input]) {
      if (!(this.inRow > 8)) this.inRow = currentFrame === this.next ? this.inRow + 1 : 0;
      this.next = currentFrame + 128;
      if (input[0] && this.inRow > 8) this.port.postMessage({ at: currentFrame, samples: input[0].slice() });
      return true;
    }
  })`;
  const heard: { at: number; samples: Float32Array }[] = [];
  Object.assign(window, { heard });
  const connect = AudioNode.prototype.connect as (this: AudioNode, target: unknown) => unknown;
  const taps = new WeakMap<BaseAudioContext, Promise<AudioNode>>();
  const makeTap = async (context: BaseAudioContext): Promise<AudioNode> => {
    await context.audioWorklet.addModule(URL.createObjectURL(new Blob([worklet], { type: 'text/javascript' })));
    const node = new AudioWorkletNode(context, 'recorder');
    node.port.onmessage = ({ data }: MessageEvent<{ at: number; samples: Float32Array }>) => heard.push(data);
    return node;
  };
  Object.assign(AudioNode.prototype, {
    connect(this: AudioNode, target: unknown) {
      const { context } = this;
      if (target === context.destination) {
        const tap = taps.get(context) ?? makeTap(context);
        taps.set(context, tap);
        void tap.then((node) => connect.call(this, node));
      }
      return connect.call(this, target);
    },
  });
}

/** Records all output. Needs a context made with `bypassCSP`, before its first page. */
export const recordOutputs = (context: BrowserContext) => context.addInitScript(tapOutputs);

/**
 * Recorded left channel since the last call, without the silence before and after it. On a busy machine the browser
 * plays some blocks without calling the recorder. Their samples are NaN, which the measurements leave out.
 */
export async function takeRecording(page: Page): Promise<Float32Array> {
  const blocks = await page.evaluate(() => {
    const all = (window as unknown as { heard: { at: number; samples: Float32Array }[] }).heard.splice(0);
    return all.map(({ at, samples }) => ({ at, samples: [...samples] }));
  });
  // Another sample rate has a separate output, whose clock starts at zero.
  const begun = blocks.findLastIndex(({ at }, index) => at < (blocks[index - 1]?.at ?? 0));
  blocks.splice(0, Math.max(0, begun));
  const isAudible = ({ samples }: { samples: number[] }) => samples.some((sample) => sample !== 0);
  const first = blocks.find(isAudible);
  const last = blocks.findLast(isAudible);
  if (!first || !last) return new Float32Array();
  const sound = new Float32Array(last.at + 128 - first.at).fill(NaN);
  for (const { at, samples } of blocks) if (at >= first.at && at <= last.at) sound.set(samples, at - first.at);
  const isSound = (sample: number) => sample !== 0;
  return sound.subarray(sound.findIndex(isSound), sound.findLastIndex(isSound) + 1);
}

/** Greatest difference between neighbouring samples. */
export function greatestStep(sound: Float32Array): number {
  let greatest = 0;
  for (let index = 1; index < sound.length; index++) {
    const step = Math.abs(sound[index]! - sound[index - 1]!);
    if (step > greatest) greatest = step;
  }
  return greatest;
}

/** Length of the longest stretch below −80 dBFS, in samples. */
export function longestSilence(sound: Float32Array): number {
  let [longest, current] = [0, 0];
  for (const sample of sound) {
    current = Math.abs(sample) < 1e-4 ? current + 1 : 0;
    longest = Math.max(longest, current);
  }
  return longest;
}

/** Samples by which `sound` at `at` lags behind `reference`, searched within `reach` in both directions. */
export function lagAt(reference: Float32Array, sound: Float32Array, at: number, reach: number): number {
  const length = 8192;
  let best = { lag: 0, likeness: -Infinity };
  for (let lag = -reach; lag <= reach; lag++) {
    let [product, own, other] = [0, 0, 0];
    for (let index = 0; index < length; index += 2) {
      const one = reference[at + index] || 0;
      const two = sound[at + index + lag] || 0;
      product += one * two;
      own += one * one;
      other += two * two;
    }
    const likeness = product / Math.sqrt(own * other || 1);
    if (likeness > best.likeness) best = { lag, likeness };
  }
  return best.lag;
}
