import type { AVSampleFormat } from 'node-av/constants';
import { avGetSampleFmtName, type Frame } from 'node-av/lib';
import type { ProbeFacts } from '../facts.js';
import { FilterChain, type Filters } from '../filters.js';
import { heardMix, panFilter, speakersOf, usualSpeakers } from '../speakers.js';

/** A change from one frame to the next, in files that were joined. */
export interface FormatChange {
  isRate: boolean;
  isChannels: boolean;
}

interface Format {
  sampleRate: number;
  channels: number;
  format: AVSampleFormat;
  speakers: string[];
}

/**
 * Gives all frames of a file the rate and the channels of its header, and one sample format: those of files that were joined
 * change on the way.
 */
export class OneFormat {
  private readonly facts: Pick<ProbeFacts, 'sampleRateHz' | 'channels'>;
  private wanted: Format | null = null;
  private now: Format | null = null;
  private chain: FilterChain | null = null;

  constructor(facts: Pick<ProbeFacts, 'sampleRateHz' | 'channels'>) {
    this.facts = facts;
  }

  /** The frame itself, or copies in the wanted format. `onChange` is called if it is not like the frame before. */
  take(frame: Frame, onChange: (change: FormatChange) => void): Frame[] {
    const { sampleRate, channels } = frame;
    const format = frame.format as AVSampleFormat;
    const next = { sampleRate, channels, format, speakers: speakersOf(frame.channelLayout) ?? [] };
    this.wanted ??= this.formatLike(next);
    const last = this.now ?? this.wanted;
    const isFirst = this.now === null;
    this.now = next;
    if (areEqual(next, last)) return this.chain ? converted(this.chain, frame) : [frame];
    const left = this.finish();
    const change = { isRate: sampleRate !== last.sampleRate, isChannels: channels !== last.channels };
    if (!isFirst && (change.isRate || change.isChannels)) onChange(change);
    if (areEqual(next, this.wanted)) return [...left, frame];
    this.chain = new FilterChain(filters(next, this.wanted));
    return [...left, ...converted(this.chain, frame)];
  }

  /** The last frames of those that were converted. */
  finish(): Frame[] {
    if (!this.chain) return [];
    const frames = converted(this.chain, null);
    this.chain.close();
    this.chain = null;
    return frames;
  }

  private formatLike(first: Format): Format {
    const { sampleRateHz: sampleRate, channels } = this.facts;
    const speakers = first.channels === channels ? first.speakers : usualSpeakers(channels);
    return { ...first, sampleRate, channels, speakers };
  }
}

const areEqual = (one: Format, other: Format): boolean =>
  one.sampleRate === other.sampleRate && one.channels === other.channels && one.format === other.format;

function converted(chain: FilterChain, frame: Frame | null): Frame[] {
  const frames: Frame[] = [];
  chain.push(frame, (block) => {
    const copy = block.clone();
    if (!copy) throw new Error('A frame could not be copied');
    frames.push(copy);
  });
  return frames;
}

function filters(from: Format, { sampleRate, channels, format, speakers }: Format): Filters {
  const heard = heardMix(from.speakers);
  const mono = heard[0]!.map((_, channel) => heard.reduce((sum, gains) => sum + gains[channel]!, 0) / heard.length);
  const stereo = heard.length === 1 ? [heard[0]!, heard[0]!] : heard;
  const name = avGetSampleFmtName(format);
  return [
    ...(channels <= 2 && channels !== from.channels ? [panFilter(channels === 1 ? [mono] : stereo)] : []),
    ['aresample', String(sampleRate)],
    ['aformat', `sample_fmts=${name}:channel_layouts=${speakers.join('+')}`],
  ];
}
