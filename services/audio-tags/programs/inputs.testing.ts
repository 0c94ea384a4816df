import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAudioFile } from '../../testing/audio/audio.js';

const RATE = 44_100;

/**
 * Writes what the programs of the table begin with: a fifth of a second of a stereo sine as `in.wav` (16/44.1), `in.flac` and `in.mp3`
 * (128 kbit/s), and short scores: `x.csd` for Csound, `x.mod` for trackers, `x.mid` for synthesizers.
 */
export function writeInputs(folder: string): void {
  const sound = [440, 660].map((hertz) =>
    Float64Array.from({ length: RATE / 5 }, (_, at) => 0.2 * Math.sin((2 * Math.PI * hertz * at) / RATE)),
  );
  for (const format of ['wav', 'flac', 'mp3'] as const) {
    const settings = { format, sampleRateHz: RATE, bitRate: 128_000, dither: false };
    writeAudioFile(join(folder, `in.${format}`), sound, settings);
  }
  writeFileSync(join(folder, 'x.csd'), CSD);
  writeFileSync(join(folder, 'x.mod'), moduleFile());
  writeFileSync(join(folder, 'x.mid'), Buffer.from(MIDI, 'hex'));
  writeFileSync(join(folder, 'x.cfg'), '\n');
}

const CSD = `<CsoundSynthesizer>
<CsInstruments>
sr=44100
ksmps=10
nchnls=2
0dbfs=1
instr 1
a1 oscili 0.3,440
outs a1,a1
endin
</CsInstruments>
<CsScore>
f1 0 16384 10 1
i1 0 .5
</CsScore>
</CsoundSynthesizer>
`;

/** One note of half a beat. */
const MIDI = '4d546864000000060000000100604d54726b0000000c00903c6430803c0000ff2f00';

/** A ProTracker module of one pattern, which ends after its eighth row. */
function moduleFile(): Buffer {
  const sample = (name: string, words: number) => {
    const head = Buffer.alloc(30);
    head.write(name, 'latin1');
    head.writeUInt16BE(words, 22);
    head.set([0, 64, 0, 0, 0, words], 24);
    return head;
  };
  const samples = Array.from({ length: 31 }, (_, at) => sample(at === 0 ? 'sine' : '', at === 0 ? 32 : 0));
  const order = Buffer.alloc(130);
  order.set([1, 127]);
  const pattern = Buffer.alloc(64 * 16);
  pattern.set([0x01, 0xac, 0x10, 0]);
  pattern.set([0, 0, 0x0d, 0], 8 * 16);
  const wave = Int8Array.from({ length: 64 }, (_, at) => 60 * Math.sin((2 * Math.PI * at) / 64));
  const title = Buffer.alloc(20);
  title.write('Tide', 'latin1');
  return Buffer.concat([title, ...samples, order, Buffer.from('M.K.'), pattern, Buffer.from(wave.buffer)]);
}
