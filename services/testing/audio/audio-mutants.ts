import { id3Length } from '../../audio-headers/find-audio.js';
import { mpegFrameLength } from '../../audio-headers/mpeg-frames.js';
/** Extreme values for header fields. */
const EXTREMES = [0, 1, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];

/** Headers are at the beginning, where changes have the largest effect. */
const HEAD_BYTES = 512;

type Mutation = (file: Buffer, pick: (below: number) => number) => Buffer;

const mutations: Mutation[] = [
  (file, pick) => flip(file, pick, file.length, 1 + pick(50)),
  (file, pick) => flip(file, pick, HEAD_BYTES, 1 + pick(8)),
  (file, pick) => {
    const at = pick(Math.min(HEAD_BYTES, file.length - 4));
    const value = EXTREMES[pick(EXTREMES.length)]!;
    if (pick(2) === 0) file.writeUInt32LE(value, at);
    else file.writeUInt32BE(value, at);
    return file;
  },
  (file, pick) => file.subarray(0, 1 + pick(file.length - 1)),
  (file, pick) => {
    const from = pick(file.length);
    return file.fill(pick(256), from, Math.min(file.length, from + pick(5000)));
  },
  (file, pick) => {
    const from = pick(file.length);
    return Buffer.concat([file.subarray(0, from), file.subarray(from + 1 + pick(5000))]);
  },
  (file, pick) => {
    const from = pick(file.length);
    const part = file.subarray(from, from + 1 + pick(5000));
    const to = pick(file.length);
    return Buffer.concat([file.subarray(0, to), part, file.subarray(to)]);
  },
];

/** A damaged copy of a file: one to three random changes, the same for the same random numbers from 0 to 1. */
export function mutate(original: Buffer, random: () => number): Buffer {
  const pick = (below: number) => Math.floor(random() * Math.max(1, below));
  let file: Buffer = Buffer.from(original);
  for (let times = 1 + pick(3); times > 0 && file.length > 8; times--)
    file = mutations[pick(mutations.length)]!(file, pick);
  return file;
}

function flip(file: Buffer, pick: (below: number) => number, within: number, times: number): Buffer {
  for (; times > 0; times--) {
    const at = pick(Math.min(within, file.length));
    file[at]! ^= 1 << pick(8);
  }
  return file;
}

/** MP3 whose first frame holds Fraunhofer's header instead of Xing's. */
export function withVbri(file: Buffer): Buffer<ArrayBuffer> {
  const [start, mark] = [id3Length(file), file.indexOf('Info')];
  const frames = file.readUInt32BE(mark + 8);
  const changed = Buffer.from(file).fill(0, start + 4, start + mpegFrameLength(file, start)!);
  changed.write('VBRI\0\x01', start + 36, 'latin1');
  changed.writeUInt32BE(file.length - start, start + 46);
  changed.writeUInt32BE(frames, start + 50);
  return changed;
}
