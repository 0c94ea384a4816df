import { type File, filesMakeLossless } from '../../api';
import { Engine } from '../../lib/audio/engine';
import { tryOut } from '../../lib/audio/trial';
import type { Version } from '../../lib/audio/version';
import { toast } from '../../ui/toast';
import { Alignment } from './alignment';
import { AUDIO_ERROR } from './audio-error';
import { declareMusicPlayback } from './audio-session';
import { gainOf, offsetsDb } from './loudness';
import { onlyOneWindow } from './only-one-window';
import {
  cannotPlay,
  isAvailable,
  keyOf,
  LosslessFailedError,
  offerOf,
  parseKey,
  type Quality,
  rateOf,
} from './quality';
import { soundSource } from './sources';

/** The file properties that the player needs. */
export type Piece = Pick<File, 'id' | 'projectId' | 'fileName' | 'track_title' | 'analysis' | 'can' | 'lossless'>;

export interface PlayerState {
  /** Null if nothing is loaded. */
  piece: Piece | null;
  /** Versions that can be compared, including the loaded one. */
  versions: Piece[];
  playing: boolean;
  /** Playing was requested, but nothing is loaded yet. */
  waiting: boolean;
  /** Waits because the connection or the server fails; it resumes automatically. */
  stalled: boolean;
  /** Whether all versions are played as loud as the quietest. */
  matched: boolean;
  /** Versions A and B of a blind comparison, during which the interface must not reveal which one is audible. */
  blind: { a: Piece; b: Piece } | null;
  /** Whether versions are played in full quality if they have more than a preview. */
  full: boolean;
  /** Whether full quality was requested and is not audible yet. */
  pending: boolean;
  failed: boolean;
}

const NOTHING: PlayerState = {
  piece: null,
  versions: [],
  playing: false,
  waiting: false,
  stalled: false,
  matched: false,
  blind: null,
  full: false,
  pending: false,
  failed: false,
};

/** The application's only player; it keeps playing across tabs and pages. */
class AppPlayer {
  private state = NOTHING;
  private readonly listeners = new Set<() => void>();
  private readonly sources = new Map<string, Version['source']>();
  /** Files of which only the preview can be played. */
  private readonly refused = new Set<string>();
  private trial: AbortController | null = null;
  private readonly engine = new Engine({
    changed: () => this.syncEngineState(),
    ended: () => this.syncEngineState(),
    failed: (key, wasPlaying) => this.fail(key, wasPlaying),
    aligned: (key, shiftS) => this.alignment.settle(parseKey(key).id, shiftS),
  });
  private readonly alignment = new Alignment(() => this.tune());
  private readonly claim = onlyOneWindow(() => this.pause());
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getState = (): PlayerState => this.state;

  /** Position in seconds. */
  readonly position = (): number => this.engine.position;

  /** Loads a file at a position without playing it; does nothing if it is already loaded. */
  load(piece: Piece, versions: Piece[], position = 0): void {
    if (this.state.piece?.id === piece.id) return this.setVersions(versions);
    this.engine.close();
    this.forget();
    this.set({ piece, versions, failed: false });
    this.alignment.begin(piece);
    this.alignment.add(versions);
    this.engine.open(this.versionOf(piece), rateOf(piece, this.qualityOf(piece)), position);
  }

  /** Updates the versions. */
  setVersions(versions: Piece[]): void {
    this.set({ versions });
    this.know(versions);
    this.alignment.add(versions);
    this.tune();
  }

  /** Updates the files and the quality in which they may be played. */
  know(files: Piece[]): void {
    const { piece, versions } = this.state;
    if (!piece) return;
    const now = (known: Piece) => files.find(({ id }) => id === known.id) ?? known;
    this.set({ piece: now(piece), versions: versions.map(now) });
    const heard = this.engine.audibleKey && parseKey(this.engine.audibleKey);
    if (heard && heard.id === piece.id && heard.quality !== this.qualityOf(now(piece))) this.change(now(piece));
  }

  /** Switches to another version at the same position. */
  listen(piece: Piece): void {
    this.endTrial();
    this.set({ piece, failed: false });
    this.engine.listen(this.versionOf(piece));
  }

  /** Quality in which a file is played. */
  qualityOf(piece: Piece): Quality {
    const offer = this.state.full && isAvailable(piece) && !this.refused.has(piece.id) ? offerOf(piece) : null;
    return offer ?? 'preview';
  }

  /** Switches between preview and full quality at the same position; the current one plays until then. */
  readonly toggleQuality = (): void => {
    const { piece, pending, blind } = this.state;
    if (piece && !blind) void this.hear(piece, !pending && this.qualityOf(piece) === 'preview');
  };

  play(): void {
    const { piece, failed } = this.state;
    if (!piece) return;
    this.claim();
    declareMusicPlayback();
    this.set({ failed: false });
    if (failed) this.reopen(piece, false);
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
    this.forget();
    this.set(NOTHING);
  };

  readonly toggleMatched = (): void => {
    this.set({ matched: !this.state.matched });
    this.tune();
  };

  /** Starts a blind comparison at equal loudness; which version is A is random. */
  beginBlind(one: Piece, other: Piece): void {
    const [a, b] = Math.random() < 0.5 ? [one, other] : [other, one];
    const isFair = this.qualityOf(a) === this.qualityOf(b);
    this.set({ blind: { a, b }, matched: true, ...(!isFair && { full: false }) });
    this.tune();
    this.listen(a);
    this.engine.prepare(this.versionOf(b));
  }

  endBlind(): void {
    this.set({ blind: null });
  }

  private tune(): void {
    this.engine.update((key) => {
      const { id, quality } = parseKey(key);
      const piece = this.state.versions.find((version) => version.id === id);
      return piece ? this.versionOf(piece, quality) : null;
    });
  }

  private versionOf(piece: Piece, quality = this.qualityOf(piece)): Version {
    const key = keyOf({ id: piece.id, quality });
    const source = this.sources.get(key) ?? soundSource(piece.id, quality);
    this.sources.set(key, source);
    const { matched, versions } = this.state;
    const decibels = matched ? (offsetsDb(versions.map(loudnessOf)).get(piece.id) ?? 0) : 0;
    return { id: key, source, ...this.alignment.of(piece.id), gain: gainOf(decibels) };
  }

  private async hear(piece: Piece, full: boolean): Promise<void> {
    this.endTrial();
    if (full && !(await this.tryFull(piece))) return;
    this.set({ full });
    if (this.state.piece) this.change(this.state.piece);
  }

  /** Returns false if full quality cannot be played, which shows a toast, or is no longer wanted. */
  private async tryFull(piece: Piece): Promise<boolean> {
    const quality = offerOf(piece);
    if (!quality) return false;
    const rate = rateOf(piece, quality);
    const trial = new AbortController();
    this.trial = trial;
    this.engine.ready(rate);
    this.refused.delete(piece.id);
    this.set({ pending: true });
    try {
      if (!isAvailable(piece)) await this.makeLossless(piece, trial.signal);
      const { source } = this.versionOf(piece, quality);
      await tryOut(source, rate, this.position(), trial.signal);
    } catch (error) {
      if (trial.signal.aborted) return false;
      this.endTrial();
      toast.error('Still the preview', cannotPlay(piece, quality, error));
      return false;
    }
    if (trial.signal.aborted) return false;
    this.endTrial();
    return true;
  }

  /** Requests a lossless file and waits for it; live updates of the file list report the result. */
  private async makeLossless({ id }: Piece, signal: AbortSignal): Promise<void> {
    const { data } = await filesMakeLossless({ path: { id }, signal, throwOnError: true });
    this.know([data.data]);
    const lossless = await new Promise<Piece['lossless']>((resolve) => {
      const look = () => {
        const now = this.state.piece?.lossless ?? null;
        if (now?.state === 'making' && !signal.aborted) return;
        stop();
        resolve(now);
      };
      const stop = this.subscribe(look);
      look();
    });
    if (lossless?.state !== 'ready') throw new LosslessFailedError(lossless?.error ?? 'It is not allowed any more.');
  }

  private endTrial(): void {
    this.trial?.abort();
    this.trial = null;
    if (this.state.pending) this.set({ pending: false });
  }

  /** Switches a file to its current quality, without a gap if the output rate stays the same. */
  private change(piece: Piece): void {
    if (rateOf(piece, this.qualityOf(piece)) === this.engine.rateHz) this.engine.listen(this.versionOf(piece));
    else this.reopen(piece, this.engine.playing);
  }

  private reopen(piece: Piece, playing: boolean): void {
    this.engine.open(this.versionOf(piece), rateOf(piece, this.qualityOf(piece)), this.engine.position);
    if (playing) this.engine.play();
  }

  private forget(): void {
    this.endTrial();
    this.sources.clear();
    this.refused.clear();
  }

  private fail(key: string, wasPlaying: boolean): void {
    const { id, quality } = parseKey(key);
    const { piece, versions } = this.state;
    const failed = versions.find((version) => version.id === id) ?? piece;
    if (!failed) return;
    if (quality !== 'preview') return this.fallBack(failed, key, wasPlaying);
    const heardId = this.engine.audibleKey && parseKey(this.engine.audibleKey).id;
    const heard = versions.find((version) => version.id === heardId);
    if (piece?.id === id && heard && heard.id !== id) this.set({ piece: heard });
    else if (piece?.id === id) this.set({ failed: true });
    toast.error('Error', versions.length > 1 ? `${failed.fileName}: ${AUDIO_ERROR}` : AUDIO_ERROR);
  }

  /** Full quality failed: continue with the preview. */
  private fallBack(failed: Piece, key: string, wasPlaying: boolean): void {
    this.refused.add(failed.id);
    if (isAvailable(failed)) toast.error('Back to the preview', cannotPlay(failed, parseKey(key).quality));
    if (key === this.engine.audibleKey) this.reopen(failed, wasPlaying);
    else if (this.state.piece?.id === failed.id) this.engine.listen(this.versionOf(failed));
    this.syncEngineState();
  }

  private syncEngineState(): void {
    const { playing, waiting, stalled } = this.engine;
    this.set({ playing, waiting, stalled });
  }

  private set(changes: Partial<PlayerState>): void {
    this.state = { ...this.state, ...changes };
    for (const listener of this.listeners) listener();
  }
}

export const loudnessOf = ({ id, analysis }: Piece) => ({ id, lufs: analysis.loudness?.integratedLufs ?? null });

export const player = new AppPlayer();
