import type { File } from '../../api';
import { Engine, type Version } from '../../lib/sound/engine';
import { toast } from '../../ui/toast';
import { Alignment } from './alignment';
import { AUDIO_ERROR } from './audio-error';
import { gainOf, offsetsDb } from './loudness';
import { onlyOneWindow } from './only-one-window';
import { previewSource } from './preview-source';

/** A file as the player knows it. */
export type Piece = Pick<File, 'id' | 'projectId' | 'fileName' | 'track_title' | 'analysis'>;

export interface PlayerState {
  /** Null when nothing is loaded. */
  piece: Piece | null;
  /** What can be compared with it, itself included. */
  versions: Piece[];
  playing: boolean;
  /** Wants to play and has nothing to play yet. */
  waiting: boolean;
  /** Whether all versions sound as loud as the quietest. */
  matched: boolean;
  /** Which of the two is A and which is B while one compares blindly; nothing then tells which is heard. */
  blind: { a: Piece; b: Piece } | null;
  failed: boolean;
}

const NOTHING: PlayerState = {
  piece: null,
  versions: [],
  playing: false,
  waiting: false,
  matched: false,
  blind: null,
  failed: false,
};

const MP3_RATES = [32000, 44100, 48000];
/** The rate of a file's preview: the greatest of which its own is a multiple. */
const previewRate = (hertz: number | null): number =>
  MP3_RATES.findLast((rate) => (hertz ?? 0) % rate === 0 && hertz !== null) ?? 48000;

/** The one player of the application: what it plays goes on across tabs and pages. */
class AppPlayer {
  private state = NOTHING;
  private readonly listeners = new Set<() => void>();
  private readonly sources = new Map<string, Version['source']>();
  private readonly engine = new Engine({
    changed: () => this.tell(),
    ended: () => this.tell(),
    failed: (id) => this.fail(id),
    aligned: (id, shiftS) => this.alignment.settle(id, shiftS),
  });
  private readonly alignment = new Alignment(() => this.tune());
  private readonly claim = onlyOneWindow(() => this.pause());
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getState = (): PlayerState => this.state;

  /** Seconds in the piece. */
  readonly position = (): number => this.engine.position;

  /** Loads a piece, silent, at a place; nothing happens when it is the one loaded. */
  load(piece: Piece, versions: Piece[], position = 0): void {
    if (this.state.piece?.id === piece.id) return this.setVersions(versions);
    this.engine.close();
    this.sources.clear();
    this.set({ piece, versions, failed: false });
    this.alignment.begin(piece);
    this.alignment.add(versions);
    this.engine.open(this.versionOf(piece), previewRate(piece.analysis.sampleRateHz), position);
  }

  /** Takes what has become known of the versions since. */
  setVersions(versions: Piece[]): void {
    const piece = versions.find(({ id }) => id === this.state.piece?.id) ?? this.state.piece;
    this.set({ versions, piece });
    this.alignment.add(versions);
    this.tune();
  }

  /** Hears another version at the same place. */
  listen(piece: Piece): void {
    this.set({ piece, failed: false });
    this.engine.listen(this.versionOf(piece));
  }

  play(): void {
    if (!this.state.piece) return;
    this.claim();
    this.set({ failed: false });
    this.engine.play();
  }

  readonly pause = (): void => {
    if (this.engine.playing) this.engine.pause();
  };

  readonly toggle = (): void => (this.state.playing ? this.pause() : this.play());

  seek(seconds: number): void {
    const { piece } = this.state;
    if (!piece) return;
    this.engine.seek(Math.min(Math.max(0, seconds), piece.analysis.durationS ?? Infinity));
  }

  readonly stop = (): void => {
    this.engine.close();
    this.sources.clear();
    this.set(NOTHING);
  };

  readonly toggleMatched = (): void => {
    this.set({ matched: !this.state.matched });
    this.tune();
  };

  /** Begins a comparison in which chance says which of the two is A; both sound equally loud. */
  beginBlind(one: Piece, other: Piece): void {
    const [a, b] = Math.random() < 0.5 ? [one, other] : [other, one];
    this.set({ blind: { a, b }, matched: true });
    this.tune();
    this.listen(a);
    this.engine.prepare(this.versionOf(b));
  }

  endBlind(): void {
    this.set({ blind: null });
  }

  private tune(): void {
    this.engine.update((id) => {
      const piece = this.state.versions.find((version) => version.id === id);
      return piece ? this.versionOf(piece) : null;
    });
  }

  private versionOf({ id }: Piece): Version {
    const source = this.sources.get(id) ?? previewSource(id);
    this.sources.set(id, source);
    const { matched, versions } = this.state;
    const decibels = matched ? (offsetsDb(versions.map(loudOf)).get(id) ?? 0) : 0;
    return { id, source, ...this.alignment.of(id), gain: gainOf(decibels) };
  }

  private fail(id: string): void {
    const { piece, versions } = this.state;
    const failed = versions.find((version) => version.id === id) ?? piece;
    if (!failed) return;
    const heard = versions.find((version) => version.id === this.engine.heardId);
    if (piece?.id === id && heard && heard.id !== id) this.set({ piece: heard });
    else if (piece?.id === id) this.set({ failed: true });
    toast.error('Error', versions.length > 1 ? `${failed.fileName}: ${AUDIO_ERROR}` : AUDIO_ERROR);
  }

  private tell(): void {
    this.set({ playing: this.engine.playing, waiting: this.engine.waiting });
  }

  private set(changes: Partial<PlayerState>): void {
    this.state = { ...this.state, ...changes };
    for (const listener of this.listeners) listener();
  }
}

export const loudOf = ({ id, analysis }: Piece) => ({ id, lufs: analysis.loudness?.integratedLufs ?? null });

export const player = new AppPlayer();
