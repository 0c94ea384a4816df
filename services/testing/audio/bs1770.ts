/** Weights of the channels of mono, stereo and 5.1 (L R C LFE Ls Rs) sound, ITU-R BS.1770-4 table 3. */
const SURROUND = [1, 1, 1, 0, 1.41, 1.41];

/** Second-order filter sections. */
type Biquad = { b: [number, number, number]; a: [number, number] };

/**
 * Integrated loudness in LUFS, written from ITU-R BS.1770-4 and independent of the engine, to check the engine.
 * −Infinity when nothing passes the gates.
 */
export function integratedLoudness(channels: Float64Array[], sampleRateHz: number): number {
  const hop = Math.round(sampleRateHz / 10);
  const hops = Math.floor((channels[0]?.length ?? 0) / hop);
  const energy = new Float64Array(hops);
  channels.forEach((samples, index) => {
    const weight = channels.length === 6 ? SURROUND[index]! : 1;
    const weighted = kWeighted(samples, sampleRateHz);
    for (let block = 0; block < hops; block++) {
      let sum = 0;
      for (let at = block * hop; at < (block + 1) * hop; at++) sum += weighted[at]! * weighted[at]!;
      energy[block]! += (weight * sum) / hop;
    }
  });
  const blocks: number[] = [];
  for (let start = 0; start + 4 <= hops; start++) {
    blocks.push((energy[start]! + energy[start + 1]! + energy[start + 2]! + energy[start + 3]!) / 4);
  }
  const audible = blocks.filter((power) => toLufs(power) > -70);
  const gate = toLufs(mean(audible)) - 10;
  return toLufs(mean(audible.filter((power) => toLufs(power) > gate)));
}

function kWeighted(samples: Float64Array, sampleRateHz: number): Float64Array {
  return filter(filter(samples, shelf(sampleRateHz)), highPass(sampleRateHz));
}

/** The first stage's analogue prototype, as derived by De Man (2014) from the coefficients at 48 kHz. */
function shelf(sampleRateHz: number): Biquad {
  const [frequency, gain, q] = [1681.974450955533, 3.999843853973347, 0.7071752369554196];
  const k = Math.tan((Math.PI * frequency) / sampleRateHz);
  const vh = 10 ** (gain / 20);
  const vb = vh ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b: [(vh + (vb * k) / q + k * k) / a0, (2 * (k * k - vh)) / a0, (vh - (vb * k) / q + k * k) / a0],
    a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0],
  };
}

function highPass(sampleRateHz: number): Biquad {
  const [frequency, q] = [38.13547087602444, 0.5003270373238773];
  const k = Math.tan((Math.PI * frequency) / sampleRateHz);
  const a0 = 1 + k / q + k * k;
  return { b: [1, -2, 1], a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0] };
}

function filter(samples: Float64Array, { b, a }: Biquad): Float64Array {
  const output = new Float64Array(samples.length);
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  for (let at = 0; at < samples.length; at++) {
    const x = samples[at]!;
    const y = b[0] * x + b[1] * x1 + b[2] * x2 - a[0] * y1 - a[1] * y2;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    output[at] = y;
  }
  return output;
}

function toLufs(power: number): number {
  return -0.691 + 10 * Math.log10(power);
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
