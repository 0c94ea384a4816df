import { AV_BUFFERSRC_FLAG_KEEP_REF, AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants';
import type { FilterContext } from 'node-av/lib';
import { avGetSampleFmtName, Filter, FilterGraph, Frame } from 'node-av/lib';
import { check } from './ffmpeg.js';
import { speakersOf } from './speakers.js';

export type Filters = [name: string, args: string][];

/** A chain of FFmpeg audio filters that frames are pushed into and pulled from. The first frame opens it. */
export class FilterChain {
  private readonly describe: (speakers: string[]) => Filters;
  private readonly out = new Frame();
  private graph: FilterGraph | null = null;
  private source: FilterContext | null = null;
  private sink: FilterContext | null = null;
  private readonly filters = new Map<string, FilterContext>();

  /** The filters may depend on the speakers of the first frame's channels. */
  constructor(filters: Filters | ((speakers: string[]) => Filters)) {
    this.describe = typeof filters === 'function' ? filters : () => filters;
    this.out.alloc();
  }

  /**
   * Pushes a frame and calls `take` with each frame that comes out, which is valid during the call. Null ends the
   * stream.
   */
  push(frame: Frame | null, take: (frame: Frame) => void): void {
    if (frame && !this.graph) this.open(frame);
    if (!this.source || !this.sink) return;
    check(this.source.buffersrcAddFrameSync(frame, AV_BUFFERSRC_FLAG_KEEP_REF), 'filter');
    for (;;) {
      const result = this.sink.buffersinkGetFrameSync(this.out);
      if (result === AVERROR_EAGAIN || result === AVERROR_EOF) return;
      check(result, 'filter');
      take(this.out);
      this.out.unref();
    }
  }

  /** The last filter of that name; undefined before the first frame. */
  filter(name: string): FilterContext | undefined {
    return this.filters.get(name);
  }

  close(): void {
    this.graph?.free();
    this.graph = this.source = this.sink = null;
  }

  private open(frame: Frame): void {
    const speakers = speakersOf(frame.channelLayout);
    if (!speakers) throw new Error('The channels have no known speakers');
    const format = avGetSampleFmtName(frame.format as Parameters<typeof avGetSampleFmtName>[0]);
    const graph = new FilterGraph();
    graph.alloc();
    graph.nbThreads = 1;
    const create = (name: string, args: string | null) => {
      const filter = Filter.getByName(name);
      const context = filter && graph.createFilter(filter, name, args);
      if (!context) throw new Error(`FFmpeg has no filter ${name} (${args})`);
      return context;
    };
    this.source = create(
      'abuffer',
      `time_base=1/${frame.sampleRate}:sample_rate=${frame.sampleRate}:sample_fmt=${format}:channel_layout=${speakers.join('+')}`,
    );
    const filters = this.describe(speakers).map(([name, args]) => {
      const filter = create(name, args);
      this.filters.set(name, filter);
      return filter;
    });
    this.sink = create('abuffersink', null);
    const chain = [this.source, ...filters, this.sink];
    chain.slice(1).forEach((next, index) => check(chain[index]!.link(0, next, 0), 'link filters'));
    check(graph.configSync(), 'configure filters');
    this.graph = graph;
  }
}
