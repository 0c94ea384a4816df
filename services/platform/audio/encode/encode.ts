import type { AVSampleFormat, FFEncoderCodec } from 'node-av/constants';
import { AV_CHANNEL_ORDER_NATIVE, AV_CODEC_FLAG_GLOBAL_HEADER } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { Codec, CodecContext, Dictionary, FormatContext, Packet, Rational } from 'node-av/lib';
import { check } from '../ffmpeg.js';

export interface EncoderSettings {
  /** FFmpeg's names of muxer and encoder. */
  format: string;
  codec: FFEncoderCodec;
  sampleFormat: AVSampleFormat;
  sampleRateHz: number;
  channels: number;
  /** Speaker positions, for more than two channels. */
  mask?: bigint;
  /** Bits per second, for lossy codecs. */
  bitRate?: number;
  /** Word length, for lossless codecs whose sample format is longer. */
  bits?: number;
  /** LAME's effort, 0 best to 9 fastest. */
  compressionLevel?: number;
  tags?: Record<string, string>;
}

/** Encodes frames of exactly `frameSize` samples (the last may be shorter) into a file. */
export class FileEncoder {
  readonly frameSize: number;
  private readonly context = new CodecContext();
  private readonly output = new FormatContext();
  private readonly packet = new Packet();
  private written = 0;

  constructor(path: string, settings: EncoderSettings) {
    const codec = Codec.findEncoderByName(settings.codec);
    if (!codec) throw new Error(`FFmpeg has no encoder ${settings.codec}`);
    const { context, output } = this;
    context.allocContext3(codec);
    context.sampleFormat = settings.sampleFormat;
    context.sampleRate = settings.sampleRateHz;
    const mask = settings.mask ?? (settings.channels === 1 ? 4n : (1n << BigInt(settings.channels)) - 1n);
    context.channelLayout = { nbChannels: settings.channels, order: AV_CHANNEL_ORDER_NATIVE, mask };
    context.timeBase = new Rational(1, settings.sampleRateHz);
    if (settings.bitRate) context.bitRate = BigInt(settings.bitRate);
    if (settings.bits) context.bitsPerRawSample = settings.bits;
    if (settings.compressionLevel !== undefined) context.setOption('compression_level', settings.compressionLevel);
    context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
    check(context.open2Sync(codec, null), 'open encoder');
    check(output.allocOutputContext2(null, settings.format, path), 'open output');
    const stream = output.newStream(null);
    check(stream.codecpar.fromContext(context), 'set up output');
    stream.timeBase = context.timeBase;
    if (settings.tags) output.metadata = Dictionary.fromObject(settings.tags);
    check(output.openOutputSync(), 'open output');
    check(output.writeHeaderSync(null), 'write header');
    this.packet.alloc();
    this.frameSize = context.frameSize;
  }

  write(frame: Frame): void {
    frame.pts = BigInt(this.written);
    this.written += frame.nbSamples;
    check(this.context.sendFrameSync(frame), 'encode');
    this.drain();
  }

  finish(): void {
    check(this.context.sendFrameSync(null), 'encode');
    this.drain();
    check(this.output.writeTrailerSync(), 'write trailer');
    this.output.closeOutputSync();
    this.output.freeContext();
    this.context.freeContext();
  }

  private drain(): void {
    const stream = this.output.streams[0]!;
    while (this.context.receivePacketSync(this.packet) >= 0) {
      this.packet.streamIndex = 0;
      this.packet.rescaleTs(this.context.timeBase, stream.timeBase);
      check(this.output.interleavedWriteFrameSync(this.packet), 'write');
      this.packet.unref();
    }
  }
}
