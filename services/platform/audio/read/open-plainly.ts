import { AVMEDIA_TYPE_AUDIO } from 'node-av/constants';
import { Packet } from 'node-av/lib';
import { AudioError } from '../errors.js';
import type { PlainFacts } from '../facts.js';
import { NO_SOUND, open } from './open-format.js';

/** Opens a file without our readers of headers, as any other program would. @throws AudioError */
export function openPlainly(path: string): PlainFacts {
  const format = open(path, null, {});
  try {
    // FFmpeg knows the rate of a FLAC of few blocks only after that.
    if (['mp3', 'flac'].includes(format.iformat?.name ?? '')) format.findStreamInfoSync(null);
    const stream = format.streams.find((each) => each.codecpar.codecType === AVMEDIA_TYPE_AUDIO);
    if (!stream) throw new AudioError('undecodable', NO_SOUND);
    using packet = new Packet();
    packet.alloc();
    do {
      packet.unref();
      if (format.readFrameSync(packet) < 0) throw new AudioError('undecodable', 'No sound can be read from it.');
    } while (packet.streamIndex !== stream.index);
    const { sampleRate, channels, bitsPerCodedSample } = stream.codecpar;
    const { num, den } = stream.timeBase;
    const frames = stream.duration > 0n ? Math.round((Number(stream.duration) * num * sampleRate) / den) : null;
    const isCompressed = format.iformat?.name === 'mp3' || format.iformat?.name === 'flac';
    const soundBytes = isCompressed || frames === null ? null : frames * channels * Math.ceil(bitsPerCodedSample / 8);
    return { sampleRateHz: sampleRate, frames, soundBytes, soundAt: Number(packet.pos) };
  } finally {
    format.closeInputSync();
  }
}
