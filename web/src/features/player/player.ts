import { Engine } from '../../lib/audio/engine';
import { onlyOneWindow } from '../../lib/audio/only-one-window';
import { tryOut } from '../../lib/audio/trial';
import { toast } from '../../ui/toast';
import { Alignment } from './alignment';
import { showAudioError } from './audio-error';
import { declareMusicPlayback } from './audio-session';
import { AFFECT_FOLLOWING, followingOf } from './following';
import { AFFECT_GAINS, gainOf, playedDb } from './loudness';
import { makeLossless } from './make-lossless';
import { passageWithin } from './passage';
import {
  nextInQueue,
  NOTHING,
  type Piece,
  placeInQueue,
  type PlayerState,
  type QueuedPiece,
  versionBeside,
  withFiles,
} from './player-state';
import { cannotPlay, isAvailable, keyOf, mixOf, offerOf, parseKey, type Quality, rateOf } from './quality';
import { QualityTrial } from './quality-trial';
import { Sources } from './sources';
import { gainOfVolume, volume } from './volume';

/** Within this many seconds "previous" goes to the previous piece; later it goes to the start of the current one. */
const RESTART_AFTER_S = 3;

/** The application's only player; it keeps playing across tabs and pages. */
class AppPlayer {
  private state = NOTHING;
  private readonly listeners = new Set<() => void>();
  private readonly sources = new Sources();
  /** Files of which only the preview can be played. */
  private readonly refused = new Set<string>();
  private readonly trial = new QualityTrial((pending) => this.set({ pending }));
  private readonly engine = new Engine({
    changed: () => this.syncEngineState(),
    ended: () => this.playNext(),
    followed: () => this.followed(),
    failed: (key, wasPlaying) => this.fail(key, wasPlaying),
    aligned: (key, shiftS) => this.alignment.settle(parseKey(key).id, shiftS),
  });
  private readonly alignment = new Alignment(() => this.tune());
  private readonly claim = onlyOneWindow(() => this.pause());
  constructor() {
    volume.subscribe(() => this.engine.output.setVolume(gainOfVolume(volume.get())));
  }

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
    this.open(piece, versions, position);
    this.requeue([]);
  }

  /** Plays a piece of a list. When it has ended the next one plays. A position below 0 is silence before it. */
  playFrom(queue: QueuedPiece[], { piece, versions }: QueuedPiece, position = 0): void {
    if (this.state.piece?.id !== piece.id) this.open(piece, versions, position);
    this.requeue(queue);
    this.play();
  }

  /** Replaces the list that goes on after the loaded piece, which keeps its level beside the others. */
  readonly requeue = (queue: QueuedPiece[]): void => this.set({ queue });

  /** Plays the piece `by` places further in the list, if there is one. */
  step(by: 1 | -1): void {
    if (by < 0 && this.position() > RESTART_AFTER_S) return this.seek(0);
    const item = this.state.queue[placeInQueue(this.state) + by];
    if (item) this.playFrom(this.state.queue, item);
    else if (by < 0) this.seek(0);
  }

  private open(piece: Piece, versions: Piece[], position: number): void {
    this.engine.close();
    this.forget();
    this.begin({ piece, versions });
    this.reopen(piece, false, position);
  }

  private begin({ piece, versions }: QueuedPiece): void {
    this.set({ piece, versions, heard: [piece.id], failed: false, repeat: null });
    this.alignment.begin(piece, versions);
  }

  setVersions(versions: Piece[]): void {
    this.set({ versions });
    this.know(versions);
    this.alignment.add(versions);
    this.tune();
  }

  /** Updates the files and the quality in which they may be played. */
  know(files: Piece[]): void {
    if (!this.state.piece) return;
    const { piece, ...others } = withFiles(this.state, this.state.piece, files);
    this.set({ piece, ...others });
    const heard = this.engine.audibleKey && parseKey(this.engine.audibleKey);
    if (heard && heard.id === piece.id && heard.quality !== this.qualityOf(piece)) this.change(piece);
  }

  /** Loads the versions in advance, so that the first switch is immediate. */
  prepare(): void {
    const { piece, versions, blind } = this.state;
    const others = versions.filter(({ id, analysis }) => id !== piece?.id && analysis.hasPreview);
    if (piece && !blind) this.engine.prepare(others.map((version) => this.versionOf(version)));
  }

  /** Switches to another version at the same position. */
  listen(piece: Piece): void {
    this.trial.end();
    this.set({ piece, failed: false, heard: [...this.state.heard, piece.id] });
    this.engine.listen(this.versionOf(piece));
    this.tune();
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
    if (piece) this.engine.seek(Math.min(Math.max(0, seconds), piece.analysis.durationS ?? Infinity));
  }

  readonly stop = (): void => {
    this.engine.close();
    this.forget();
    this.set(NOTHING);
  };

  /** Repeats a passage of the loaded version; null ends that. */
  repeat(passage: { from: number; to: number } | null): void {
    const { piece, blind } = this.state;
    if (!piece || blind) return;
    this.set({ repeat: null });
    this.engine.repeat(passage && passageWithin(passage, piece.analysis.durationS ?? Infinity));
    if (passage && !this.state.playing) this.play();
  }

  /** Called once it sets a passage's start, twice its end, and a third time it ends the repetition. */
  readonly stepRepeat = (): void => {
    const { repeat } = this.state;
    const now = this.position();
    if (!repeat) this.set({ repeat: { from: now, to: null } });
    else if (repeat.to === null && now !== repeat.from) this.repeat({ from: repeat.from, to: now });
    else this.repeat(null);
  };

  readonly toggleMatched = (): void => {
    const { piece, matched } = this.state;
    this.set({ matched: !matched, heard: piece ? [piece.id] : [] });
  };

  /** Switches to the version `by` places further in the list, at the same position. */
  switch(by: 1 | -1): void {
    const next = versionBeside(this.state, by);
    if (next) this.listen(next);
  }

  /** Starts a blind comparison at equal loudness; which version is A is random. */
  beginBlind(one: Piece, other: Piece): void {
    const [a, b] = Math.random() < 0.5 ? [one, other] : [other, one];
    const isFair = this.qualityOf(a) === this.qualityOf(b);
    this.set({ blind: { a, b }, matched: true, ...(!isFair && { full: false }) });
    this.listen(a);
    this.engine.prepare([this.versionOf(b)]);
  }

  readonly endBlind = (): void => this.set({ blind: null });

  private playNext(): void {
    this.syncEngineState();
    const next = nextInQueue(this.state);
    if (this.state.blind) return;
    if (next) this.playFrom(this.state.queue, next, -(next.gapS ?? 0));
    else this.requeue([]);
  }

  private announceNext(): void {
    const hasSameRate = (piece: Piece) => rateOf(piece, this.qualityOf(piece)) === this.engine.rateHz;
    this.engine.follow(followingOf(this.state, hasSameRate, (...next) => this.versionOf(...next)));
  }

  /** The next piece of the list has begun. */
  private followed(): void {
    const next = nextInQueue(this.state);
    this.trial.end();
    if (next) this.begin(next);
    this.syncEngineState();
  }

  private tune(): void {
    this.engine.update((key) => {
      const { id, quality } = parseKey(key);
      const piece = this.state.versions.find((version) => version.id === id);
      return piece ? this.versionOf(piece, this.state.versions, quality) : null;
    });
  }

  private versionOf(piece: Piece, versions = this.state.versions, quality = this.qualityOf(piece)) {
    const [id, source] = [keyOf({ id: piece.id, quality }), this.sources.of(piece, quality)];
    const gain = gainOf(playedDb(piece, versions, this.state, quality));
    return { id, source, ...this.alignment.of(piece.id), mix: mixOf(piece, quality), gain };
  }

  private async hear(piece: Piece, full: boolean): Promise<void> {
    this.trial.end();
    if (full && !(await this.tryFull(piece))) return;
    this.set({ full });
    if (this.state.piece) this.change(this.state.piece);
  }

  /** Returns false if full quality cannot be played, which shows a toast, or is no longer wanted. */
  private async tryFull(piece: Piece): Promise<boolean> {
    const quality = offerOf(piece);
    if (!quality) return false;
    const rate = rateOf(piece, quality);
    this.engine.output.ready(rate);
    this.refused.delete(piece.id);
    return this.trial.run(piece, quality, async (signal) => {
      if (!isAvailable(piece)) await makeLossless(piece, this, signal);
      const { source } = this.versionOf(piece, this.state.versions, quality);
      await tryOut(source, { rateHz: rate, durationS: piece.analysis.durationS }, this.position(), signal);
    });
  }

  /** Switches a file to its current quality, without a gap if the output rate stays the same. */
  private change(piece: Piece): void {
    if (rateOf(piece, this.qualityOf(piece)) === this.engine.rateHz) this.engine.listen(this.versionOf(piece));
    else this.reopen(piece, this.engine.playing);
  }

  private reopen(piece: Piece, playing: boolean, position = this.engine.position): void {
    this.engine.open(this.versionOf(piece), rateOf(piece, this.qualityOf(piece)), position);
    this.announceNext();
    if (playing) this.engine.play();
  }

  private forget(): void {
    this.trial.end();
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
    showAudioError(failed, versions.length > 1);
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
    const { playing, waiting, stalled, repeated } = this.engine;
    const begun = this.state.repeat?.to === null ? this.state.repeat : null;
    this.set({ playing, waiting, stalled, repeat: repeated ?? begun });
  }

  private set(changes: Partial<PlayerState>): void {
    this.state = { ...this.state, ...changes };
    if (AFFECT_FOLLOWING.some((field) => field in changes)) this.announceNext();
    if (AFFECT_GAINS.some((field) => field in changes)) this.tune();
    for (const listener of this.listeners) listener();
  }
}

export const player = new AppPlayer();
