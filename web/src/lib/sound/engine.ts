import { COMPARED_S, placeOf, REACH_S } from './align';
import { Lane } from './lane';
import { Output } from './output';
import { LEAD_S, Run } from './run';
import type { Version } from './version';

const AHEAD_S = 10;
/** The version that is not heard waits until the one that is has so much. */
const FIRST_AHEAD_S = 3;
/** With less than this left in the first cell, the next must be there as well. */
const ENOUGH_S = 0.4;
const TICK_MS = 100;

interface Player {
  version: Version;
  lane: Lane;
  /** Its exact place has been looked for. */
  placed: boolean;
}

/** Its place beside the others is guessed and not yet looked for. */
const isLost = ({ version, placed }: Player): boolean => version.rough && !placed;

/**
 * Plays one of at most two versions and keeps the other running beside it, silent, so that changing between them is a
 * short fade and nothing else. Everything is told to `changed`, the place alone excepted, which one asks for.
 */
export class Engine {
  private readonly output = new Output();
  private decoder: BaseAudioContext | null = null;
  private players: Player[] = [];
  private heard: Player | null = null;
  /** Heard as soon as it has something to be heard. */
  private next: Player | null = null;
  private run: Run | null = null;
  /** Samples of the common timeline, while nothing runs. */
  private at = 0;
  private timer: ReturnType<typeof setInterval> | undefined;
  playing = false;

  constructor(
    private readonly told: {
      changed: () => void;
      ended: () => void;
      failed: (id: string, wasPlaying: boolean) => void;
      aligned: (id: string, shiftS: number) => void;
    },
  ) {}

  /** Waiting for sound that is still on its way. */
  get waiting(): boolean {
    return this.playing && this.run === null;
  }

  /** Waiting, and nobody answers where the sound comes from. */
  get stalled(): boolean {
    return this.waiting && this.heard?.lane.outOfReach === true;
  }

  /** Samples a second; null before anything was opened. */
  get rateHz(): number | null {
    return this.decoder?.sampleRate ?? null;
  }

  get heardKey(): string | null {
    return this.heard?.version.id ?? null;
  }

  /** Seconds in the version that is heard. */
  get position(): number {
    if (!this.heard || !this.decoder) return 0;
    const place = (this.run?.place() ?? this.at) / this.decoder.sampleRate + this.heard.version.shiftS;
    const samples = this.heard.lane.grid?.samples ?? Infinity;
    return Math.min(Math.max(0, place), samples / this.decoder.sampleRate);
  }

  /** To be told, by a press of something, of a rate that is to come. */
  ready(rateHz: number): void {
    this.output.ready(rateHz);
  }

  /** Begins with another version, silent until it is played. `rateHz`: of the output. */
  open(version: Version, rateHz: number, position: number): void {
    this.close();
    if (this.decoder?.sampleRate !== rateHz) this.decoder = new OfflineAudioContext(2, 1, rateHz);
    this.heard = this.add(version);
    this.at = Math.round((position - version.shiftS) * rateHz);
    this.heard.lane.open();
    this.told.changed();
  }

  /** Hears another version at the same place, from as soon as it has come; what was heard goes on beside it. */
  listen(version: Version): void {
    if (!this.heard || version.id === this.heard.version.id) {
      this.next = null;
      this.advance();
      return;
    }
    const known = this.players.find((player) => player.version.id === version.id);
    for (const player of this.players) if (player !== this.heard && player !== known) this.remove(player);
    this.next = known ?? this.add(version);
    this.advance();
  }

  /** Keeps another version ready beside the one that is heard, so that it can be heard at once. */
  prepare(version: Version): void {
    if (!this.heard || this.players.some((player) => player.version.id === version.id)) return;
    for (const player of this.players) if (player !== this.heard) this.remove(player);
    this.add(version);
    this.advance();
  }

  /** Takes the gains and shifts that hold from now on. */
  update(versionOf: (id: string) => Version | null): void {
    for (const player of this.players) {
      const version = versionOf(player.version.id);
      if (!version) continue;
      const moved = version.shiftS !== player.version.shiftS;
      player.version = version;
      if (moved && player === this.heard) this.halt();
      else if (moved) this.run?.leave(player.lane);
      else if (player === this.heard) this.run?.fade(player.lane, version.gain);
    }
    this.advance();
  }

  play(): void {
    if (!this.heard || !this.decoder) return;
    this.output.of(this.decoder.sampleRate);
    const { grid } = this.heard.lane;
    if (grid && this.at + this.shiftOf(this.heard) >= grid.samples) this.at = -this.shiftOf(this.heard);
    this.playing = true;
    this.timer ??= setInterval(() => this.advance(), TICK_MS);
    this.advance();
    this.told.changed();
  }

  pause(): void {
    this.halt();
    this.playing = false;
    clearInterval(this.timer);
    this.timer = undefined;
    this.told.changed();
  }

  /** To so many seconds of the version that is heard. */
  seek(seconds: number): void {
    if (!this.heard || !this.decoder) return;
    this.halt();
    this.at = Math.round(Math.max(0, seconds) * this.decoder.sampleRate) - this.shiftOf(this.heard);
    this.advance();
    this.told.changed();
  }

  close(): void {
    if (this.playing) this.pause();
    this.halt();
    for (const player of this.players) player.lane.close();
    this.players = [];
    this.heard = this.next = null;
    this.at = 0;
  }

  private add(version: Version): Player {
    const player: Player = {
      version,
      placed: false,
      lane: new Lane(version.source, this.decoder!, {
        ready: () => this.players.includes(player) && this.advance(),
        reach: () => this.told.changed(),
        failed: () => this.failed(player),
      }),
    };
    this.players.push(player);
    return player;
  }

  private remove(player: Player): void {
    this.run?.leave(player.lane);
    player.lane.close();
    this.players = this.players.filter((each) => each !== player);
    if (this.next === player) this.next = null;
  }

  private failed(player: Player): void {
    if (!this.players.includes(player)) return;
    const wasPlaying = this.playing;
    if (player === this.heard) this.pause();
    else this.remove(player);
    this.told.failed(player.version.id, wasPlaying);
  }

  private shiftOf(player: Player): number {
    return Math.round(player.version.shiftS * this.decoder!.sampleRate);
  }

  /** Stops the sound and keeps the place. */
  private halt(): void {
    if (!this.run) return;
    this.at = Math.round(this.run.place());
    this.run.stop();
    this.run = null;
  }

  /** Fetches what is needed next, schedules what has come, begins, waits, switches and ends. */
  private advance(): void {
    const { heard, decoder } = this;
    if (!heard || !decoder) return;
    const rate = decoder.sampleRate;
    const place = Math.round(this.run?.place() ?? this.at);
    if (this.playing) this.fetch(heard, place, rate);
    for (const player of this.players) if (player !== heard) this.findPlace(player, heard, place);
    if (!this.playing) return this.switchInSilence(place);
    this.stopWhereNothingFollows();
    if (!this.playing) return;
    if (!this.run && this.canBegin(heard, place)) this.begin(place);
    if (!this.run) return;
    for (const player of this.players) {
      if (player !== heard && isLost(player)) continue;
      this.run.schedule(player.lane, this.shiftOf(player), player === heard ? player.version.gain : 0);
    }
    this.switchWhenReady(place);
  }

  private fetch(heard: Player, place: number, rate: number): void {
    heard.lane.want(place + this.shiftOf(heard), AHEAD_S);
    const until = this.run?.until(heard.lane) ?? 0;
    const ends = until >= (heard.lane.grid?.samples ?? Infinity);
    const others = this.next !== null || ends || until - place - this.shiftOf(heard) > FIRST_AHEAD_S * rate;
    if (!others || !heard.lane.grid) return;
    for (const player of this.players) {
      if (player === heard) continue;
      const earlier = isLost(player) ? REACH_S * rate : 0;
      player.lane.want(place + this.shiftOf(player) - earlier, AHEAD_S);
    }
  }

  /** Looks for the heard sound in that of another version whose place is only guessed. */
  private findPlace(player: Player, heard: Player, place: number): void {
    if (!isLost(player)) return;
    const rate = this.decoder!.sampleRate;
    const [length, reach] = [COMPARED_S * rate, REACH_S * rate].map(Math.round) as [number, number];
    const piece = heard.lane.samples(place + this.shiftOf(heard), length);
    const other = piece && player.lane.samples(place + this.shiftOf(player) - reach, length + 2 * reach);
    if (!other) return;
    player.placed = true;
    const found = placeOf(piece, other);
    if (found === null) return;
    const shiftS = (this.shiftOf(player) + found - reach) / rate;
    player.version = { ...player.version, shiftS, rough: false };
    this.told.aligned(player.version.id, shiftS);
  }

  /** While nothing sounds a version is changed at once, as soon as its place is known. */
  private switchInSilence(place: number): void {
    const { heard, next } = this;
    if (!heard || !next) return;
    next.lane.open();
    if (isLost(next)) {
      heard.lane.want(place + this.shiftOf(heard), COMPARED_S);
      next.lane.want(place + this.shiftOf(next) - REACH_S * this.decoder!.sampleRate, COMPARED_S + 2 * REACH_S);
    } else if (next.lane.grid) this.switchTo(next);
  }

  private canBegin({ lane, version }: Player, place: number): boolean {
    const { grid } = lane;
    if (!grid) return false;
    const from = Math.max(0, place + Math.round(version.shiftS * grid.rateHz));
    const index = grid.indexAt(from);
    const cell = grid.cell(index);
    if (!cell) return true;
    if (!lane.buffer(index)) return false;
    const short = cell.end - from < ENOUGH_S * grid.rateHz;
    return !short || grid.cell(index + 1) === null || lane.buffer(index + 1) !== null;
  }

  private begin(place: number): void {
    this.run = new Run(this.output.of(this.decoder!.sampleRate), place);
    this.told.changed();
  }

  /** Changes over once the other version sounds, silently; the end of a version is also a place to change at. */
  private switchWhenReady(place: number): void {
    const { next, run } = this;
    if (!next || !run || !next.lane.grid) return;
    const until = run.until(next.lane) ?? 0;
    const wanted = place + this.shiftOf(next);
    if (until > wanted + ENOUGH_S * next.lane.grid.rateHz || until >= next.lane.grid.samples) this.switchTo(next);
  }

  private switchTo(next: Player): void {
    const { heard, run } = this;
    this.next = null;
    this.heard = next;
    if (run && heard) {
      run.fade(heard.lane, 0);
      run.fade(next.lane, next.version.gain);
    }
    this.told.changed();
  }

  /** Ends where the sound does, and waits where what follows has not come in time. */
  private stopWhereNothingFollows(): void {
    const { heard, run } = this;
    if (!heard?.lane.grid || !run) return;
    const { grid } = heard.lane;
    const place = run.place() + this.shiftOf(heard);
    const until = run.until(heard.lane) ?? Infinity;
    if (place >= grid.samples) {
      this.pause();
      this.told.ended();
    } else if (until < grid.samples && until < place + LEAD_S * grid.rateHz) {
      this.halt();
      this.told.changed();
    }
  }
}
