import type { AudioTags } from '../../platform/audio/facts.js';

/** A kind of file that a program writes, and how Lacquer reads and keeps it. */
export interface ProgramRow {
  program: string;
  /** The package of Debian that has the program, or its name on npm after `npm:`. */
  from: string;
  /** The kind of file, where the program writes several. */
  what?: string;
  /** Words for `sh` in the folder of `inputs.testing.ts`. They write `out.*`. */
  command: string;
  /** Version of the recording. */
  version: string;
  /** Format and length as `formatOf` writes them. */
  reads: string;
  tags?: Partial<AudioTags>;
  /** Codes of the warnings about its structure. */
  warnings?: string[];
  /** Bits, rate, channels and length by libsndfile or mpg123, where they are others. */
  elsewhere?: string;
  /** Chunks and tags of the file that its tagged copy has unchanged. */
  keeps?: string[];
  /** Parts that the copy leaves behind, or the reason why there is no copy. */
  leaves?: string[];
}

/** Words for a program in Python. Debian's, because others lack its packages. */
export const python = (code: string): string => `/usr/bin/python3 -W ignore -c '${code}'`;

/**
 * Words for an ES module. `wav` and `mp3` are the bytes of the inputs, `pcm` the samples of both channels in turn, `left`
 * and `right` floats.
 */
export const npm = (code: string): string => `node --input-type=module -e '
import { readFileSync, writeFileSync } from "node:fs";
const bytesOf = (name) => new Uint8Array(readFileSync(name));
const [wav, mp3] = [bytesOf("in.wav"), bytesOf("in.mp3")];
const pcm = new Int16Array(wav.buffer.slice(44));
const sideOf = (side) => pcm.filter((_, at) => at % 2 === side);
const [left, right] = [0, 1].map((side) => Float32Array.from(sideOf(side), (value) => value / 32768));
${code}'`;
