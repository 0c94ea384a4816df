import { AV_CHANNEL_ORDER_NATIVE, AV_SAMPLE_FMT_DBL, AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants';
import { CodecContext, Frame, Packet } from 'node-av/lib';
import { silenceInvalid } from '../../../audio-headers/valid-samples.js';
import { check } from '../ffmpeg.js';
import type { AudioLimits } from '../limits.js';
import { defaultMask, speakersOf } from '../speakers.js';
import { checkLength, type Sound } from './sound.js';

/** Counters and faults that `decode` records while it runs. */
export interface DecodeState {
  frames: number;
  /**
   * Frames before which something could not be decoded. Failures before the first frame or after the last one do not
   * count.
   */
  damaged: number[];
  /** Frames with samples that are not numbers or too large, which are decoded as silence: the first of each block. */
  invalid: number[];
}

export const startOfDecoding = (): DecodeState => ({ frames: 0, damaged: [], invalid: [] });

/** Packets between two turns of the event loop, which frees native buffers and receives the parent's messages. */
const PACKETS_A_TURN = 16;

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
  let rest: Uint8Array = new Uint8Array();
  for (let ended = false; !ended;) {
    const read = sound.format.readFrameSync(packet);
    ended = read < 0;
    if (ended && read !== AVERROR_EOF) failed = true;
    if (!ended && packet.streamIndex !== sound.stream.index) {
      packet.unref();
      continue;
    }
    if (!ended && sound.unevenFrameBytes !== null) {
      rest = endWithFrame(packet, rest, sound.unevenFrameBytes);
      if (packet.size === 0) continue;
    }
    if (context.sendPacketSync(ended ? null : packet) < 0) failed = true;
    packet.unref();
    for (;;) {
      const received = context.receiveFrameSync(frame);
      if (received === AVERROR_EAGAIN || received === AVERROR_EOF) break;
      if (received < 0) {
        failed = true;
        continue;
      }
      if (failed && state.frames > 0) state.damaged.push(state.frames);
      failed = false;
      frame.pts = BigInt(state.frames);
      const invalid = sound.facts.float ? silenceInvalid(floatsOf(frame)) : -1;
      if (invalid >= 0) state.invalid.push(state.frames + Math.floor(invalid / frame.channels));
      state.frames += frame.nbSamples;
      checkLength(state.frames, sound.facts, limits, sound.sizeBytes);
      nameSpeakers(frame);
      yield frame;
      frame.unref();
    }
    if (++packets % PACKETS_A_TURN === 0) await new Promise(setImmediate);
  }
}

/** The interleaved samples of a frame of PCM floats, in its own memory. */
function floatsOf({ data, format, nbSamples, channels }: Frame): Float32Array | Float64Array {
  const { buffer, byteOffset } = data![0]!;
  const count = nbSamples * channels;
  return format === AV_SAMPLE_FMT_DBL
    ? new Float64Array(buffer, byteOffset, count)
    : new Float32Array(buffer, byteOffset, count);
}

/** Puts the rest of the previous packet in front of this one, and returns the bytes after its last whole frame. */
function endWithFrame(packet: Packet, rest: Uint8Array, frameBytes: number): Uint8Array {
  const bytes = Buffer.concat([rest, packet.data ?? rest]);
  const whole = bytes.length - (bytes.length % frameBytes);
  packet.data = bytes.subarray(0, whole);
  return bytes.subarray(whole);
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
