import type { LoadedVersion } from './loaded-version';
import { TrackBuffer } from './track-buffer';
import type { Version } from './version';

/** Versions that run at once, the audible one included. */
const MAX_LOADED = 4;

interface PoolListeners {
  progressed: () => void;
  reachabilityChanged: () => void;
  failed: (player: LoadedVersion) => void;
  /** A version is about to be closed. */
  leaves: (player: LoadedVersion) => void;
}

/** The versions that are loaded, the last one used at the end. */
export class VersionPool {
  all: LoadedVersion[] = [];

  constructor(private readonly listeners: PoolListeners) {}

  /** The loaded version, which is loaded now if it was not. */
  get(version: Version, decoder: BaseAudioContext): LoadedVersion {
    const known = this.all.find((player) => player.version.id === version.id);
    if (known) return known;
    const { progressed, reachabilityChanged, failed } = this.listeners;
    const player: LoadedVersion = {
      version,
      aligned: false,
      track: new TrackBuffer(version, decoder, {
        progressed: () => this.all.includes(player) && progressed(),
        reachabilityChanged,
        failed: () => this.all.includes(player) && failed(player),
      }),
    };
    this.all.push(player);
    return player;
  }

  use(player: LoadedVersion): void {
    this.all = [...this.all.filter((each) => each !== player), player];
  }

  remove(player: LoadedVersion): void {
    this.listeners.leaves(player);
    player.track.close();
    this.all = this.all.filter((each) => each !== player);
  }

  /** Removes versions that were not used last, until no more are loaded than may run at once. */
  makeRoom(kept: (LoadedVersion | null)[]): void {
    for (const player of [...this.all]) {
      if (this.all.length <= MAX_LOADED) return;
      if (!kept.includes(player)) this.remove(player);
    }
  }

  /** Loads these versions as far as there is room beside the kept ones, and removes the others. */
  prepare(versions: Version[], kept: (LoadedVersion | null)[], decoder: BaseAudioContext): void {
    const others = versions.filter(({ id }) => !kept.some((player) => player?.version.id === id));
    const wanted = others.slice(0, MAX_LOADED - kept.filter(Boolean).length);
    for (const player of this.all) {
      if (!kept.includes(player) && !wanted.some(({ id }) => id === player.version.id)) this.remove(player);
    }
    for (const version of wanted) this.get(version, decoder);
  }

  close(): void {
    for (const player of this.all) player.track.close();
    this.all = [];
  }
}
