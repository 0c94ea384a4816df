// Measures how long after its registration a file has its first suggestion, and its first one that uses the header: the
// real API and worker, one file at a time on an idle machine.
//   npm run bench -- first-suggestion
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeAudioFile } from '../dist/testing/audio/audio.js';
import { withProduct } from './product.mjs';

const ROUNDS = 20;

await withProduct({}, async (product) => {
  const projectId = await product.project(ROUNDS);
  const path = join(product.dir, 'song.wav');
  makeAudioFile(path, { format: 'wav', bits: 24, sampleRateHz: 48000, durationS: 20 });
  const bytes = await readFile(path);
  const first = [];
  const probed = [];
  for (let n = 1; n <= ROUNDS; n++) {
    const originalName = `${String(n).padStart(2, '0')} Song ${n}.wav`;
    const permissions = await product.permissions(projectId, [
      { originalName, sizeBytes: bytes.length, contentType: 'audio/wav' },
    ]);
    await fetch(permissions[0].uploadUrl, { method: 'PUT', headers: permissions[0].headers, body: bytes });
    const [{ id }] = await product.register(projectId, permissions);
    const registered = performance.now();
    const seen = async (isThere) => {
      while (!isThere((await product.staged(projectId)).find((file) => file.id === id)));
      return performance.now() - registered;
    };
    first.push(await seen((file) => file.assignmentSuggestions.length > 0));
    probed.push(await seen((file) => file.analysis.container && file.assignmentSuggestions.length > 0));
    await seen((file) => file.analysis.state === 'done');
  }
  console.log(`${ROUNDS} files, one at a time, 20 s of 24/48 WAV each\n`);
  console.log('after registration       median       p90       max');
  row('first suggestion', first);
  row('header known as well', probed);
});

function row(name, values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share) =>
    `${sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(0)} ms`.padStart(10);
  console.log(`${name.padEnd(21)}${at(0.5)}${at(0.9)}${at(1)}`);
}
