import { AV_CHANNEL_ORDER_NATIVE, AV_SAMPLE_FMT_DBL, AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants';
import { CodecContext, Frame, Packet, type Stream } from 'node-av/lib';
import { silenceInvalid } from '../../../audio-headers/valid-samples.js';
import { check } from '../ffmpeg.js';
import type { AudioLimits } from '../limits.js';
import { defaultMask, speakersOf } from '../speakers.js';
import { type FormatChange, OneFormat } from './one-format.js';
import { checkLength, checkLimits, type Sound } from './sound.js';
import { TagSkipper } from './tag-skipper.js';

/** Counters and faults that `decode` records while it runs. */
export interface DecodeState {
  frames: number;
  /**
   * Frames before which something could not be decoded. Failures before the first frame do not count, and after the last
   * one only if they are more than stray bytes.
   */
  damaged: number[];
  /** Seconds at the end that could not be decoded. */
  lostS: number;
  /** Frames with samples that are not numbers or too large, which are decoded as silence: the first of each block. */
  invalid: number[];
  /** Frames at which the rate or the number of channels is another one than before. */
  changes: ({ frame: number } & FormatChange)[];
}

export const startOfDecoding = (): DecodeState => ({
  frames: 0,
  damaged: [],
  lostS: 0,
  invalid: [],
  changes: [],
});

/** Packets between two turns of the event loop, which frees native buffers and receives the parent's messages. */
const PACKETS_A_TURN = 16;

const FRAMES_OF_A_CHANGE = 2 * 1152;

/** Tags or stray bytes after the sound look like a packet or two. */
const STRAY_S = 0.2;

/** Decodes the whole file; each frame is valid until the next is requested. Damaged parts are counted and skipped. */
export async function* decode(
  sound: Sound,
  limits: AudioLimits,
  state: DecodeState = startOfDecoding(),
): AsyncGenerator<Frame> {
  using context = new CodecContext();
  context.allocContext3(sound.codec);
  context.parametersToContext(sound.stream.codecpar);
  context.threadCount = 1;
  // FLAC's frames carry checksums, which FFmpeg ignores by default; those of MP3s are rare and often wrong.
  if (sound.facts.codec === 'flac') context.setOption('err_detect', 'crccheck+explode');
  check(context.open2Sync(sound.codec, null), 'open decoder');
  using packet = new Packet();
  packet.alloc();
  using frame = new Frame();
  frame.alloc();
  let packets = 0;
  let failed = false;
  let lostS = 0;
  const tags = new TagSkipper();
  const oneFormat = new OneFormat(sound.facts);
  const onChange = ({ isRate, isChannels }: FormatChange) => {
    const last = state.changes.at(-1);
    const isSame = last && state.frames - last.frame <= FRAMES_OF_A_CHANGE;
    // FFmpeg names the new rate one frame late.
    if (isSame && isRate && !last.isRate) last.isRate = true;
    else state.changes.push({ frame: state.frames, isRate, isChannels });
  };
  const counted = (part: Frame): Frame => {
    part.pts = BigInt(state.frames);
    state.frames += part.nbSamples;
    checkLength(state.frames, sound.facts, limits, sound.sizeBytes);
    nameSpeakers(part);
    return part;
  };
  for (let ended = false; !ended;) {
    const read = sound.format.readFrameSync(packet);
    ended = read < 0;
    if (ended && read !== AVERROR_EOF) failed = true;
    if (!ended && packet.streamIndex !== sound.stream.index) {
      packet.unref();
      continue;
    }
    if (!ended && sound.facts.codec === 'mp3' && !tags.skip(packet)) {
      packet.unref();
      continue;
    }
    if (context.sendPacketSync(ended ? null : packet) < 0) {
      failed = true;
      lostS += secondsOf(packet.duration, sound.stream);
    }
    packet.unref();
    for (;;) {
      const received = context.receiveFrameSync(frame);
      if (received === AVERROR_EAGAIN || received === AVERROR_EOF) break;
      if (received < 0) {
        failed = true;
        continue;
      }
      if (failed && state.frames > 0 && !tags.isNear) state.damaged.push(state.frames);
      failed = false;
      lostS = 0;
      const invalid = sound.facts.float ? silenceInvalid(floatsOf(frame)) : -1;
      if (invalid >= 0) state.invalid.push(state.frames + Math.floor(invalid / frame.channels));
      // A block of a much lower rate would take all memory when it is converted.
      checkLimits({ sampleRateHz: frame.sampleRate, channels: frame.channels }, limits);
      nameSpeakers(frame);
      for (const part of oneFormat.take(frame, onChange)) {
        yield counted(part);
        part.unref();
      }
      frame.unref();
    }
    if (++packets % PACKETS_A_TURN === 0) await new Promise(setImmediate);
  }
  for (const part of oneFormat.finish()) yield counted(part);
  if (lostS > STRAY_S && state.frames > 0) {
    state.damaged.push(state.frames);
    state.lostS = lostS;
  }
}

const secondsOf = (duration: bigint, { timeBase }: Stream): number => (Number(duration) * timeBase.num) / timeBase.den;

/** The interleaved samples of a frame of PCM floats, in its own memory. */
function floatsOf({ data, format, nbSamples, channels }: Frame): Float32Array | Float64Array {
  const { buffer, byteOffset } = data![0]!;
  const count = nbSamples * channels;
  return format === AV_SAMPLE_FMT_DBL
    ? new Float64Array(buffer, byteOffset, count)
    : new Float32Array(buffer, byteOffset, count);
}

/**
 * FFmpeg weights and mixes channels by their position. Files that name no known ones get the usual ones, and so do one and
 * two channels, which are heard as they are.
 */
function nameSpeakers(frame: Frame): void {
  const { nbChannels } = frame.channelLayout;
  const mask = defaultMask(nbChannels);
  if (mask !== undefined && (nbChannels <= 2 || speakersOf(frame.channelLayout) === null))
    frame.channelLayout = { order: AV_CHANNEL_ORDER_NATIVE, nbChannels, mask };
}
