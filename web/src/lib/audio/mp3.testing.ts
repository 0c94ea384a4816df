const RATE_BITS: Record<number, number> = { 44100: 0, 48000: 1, 32000: 2 };

export const FAKE_TAG_BYTES = 140;

/**
 * An MP3 of 256 kbit/s without real audio: an ID3 tag, an Info frame and `frames` frames, each filled with its number.
 */
export function fakeMp3(frames: number, sampleRateHz: number, encoderDelay = 576, padding = 1000): Uint8Array {
  const tag = [...'ID3']
    .map((letter) => letter.charCodeAt(0))
    .concat(4, 0, 0, 0, 0, 1, 2, ...Array<number>(130).fill(0));
  const exact = (144 * 256_000) / sampleRateHz;
  const frame = (index: number, padded: boolean): number[] => [
    0xff,
    0xfb,
    (13 << 4) | ((RATE_BITS[sampleRateHz] ?? 0) << 2) | (padded ? 2 : 0),
    0x44,
    ...Array<number>(Math.floor(exact) - 4 + (padded ? 1 : 0)).fill(index % 200),
  ];
  const info = frame(0, false);
  info.splice(36, 8, ...[...'Info'].map((letter) => letter.charCodeAt(0)), 0, 0, 0, 0x0f);
  info.splice(44, 4, frames >> 24, (frames >> 16) & 255, (frames >> 8) & 255, frames & 255);
  const delays = (encoderDelay << 12) | padding;
  info.splice(36 + 0x8d, 3, (delays >> 16) & 255, (delays >> 8) & 255, delays & 255);
  const bytes = [...tag, ...info];
  let owed = 0;
  for (let index = 0; index < frames; index++) {
    owed += exact - Math.floor(exact);
    const padded = owed >= 1;
    if (padded) owed -= 1;
    bytes.push(...frame(index, padded));
  }
  return new Uint8Array(bytes);
}
