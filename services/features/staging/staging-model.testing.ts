import { type FileType, type SlotType, slotTypes } from '../../platform/domain-words.js';

/** One call; files and tracks go by names of their own: the file's name, the track's title. */
export type Operation =
  | { kind: 'assign'; file: string; track: string; slot: SlotType; onlyIfEmpty: boolean }
  | { kind: 'unassign' | 'remove' | 'register' | 'analyse' | 'deleteFile'; file: string }
  | { kind: 'release'; files: string[] }
  | { kind: 'addTrack'; track: string; number: number }
  | { kind: 'removeTrack'; track: string }
  | { kind: 'require'; track: string; slot: SlotType; required: boolean }
  | { kind: 'putStaged' | 'putFile'; track: string; slot: SlotType; file: string | null }
  | { kind: 'suggest' };

interface SlotState {
  required: boolean;
  file: string | null;
  staged: string | null;
}

interface FileState {
  type: FileType;
  track: string | null;
  slot: SlotType;
  parent: string | null;
  deleted: boolean;
}

type StagedStatus = 'pending' | 'assigned' | 'released' | 'hidden';

/** The API's view of a project and the events in the outbox; comparable as JSON. */
export interface Snapshot {
  tracks: Record<string, { number: number; slots: Record<string, SlotState> }>;
  staged: Record<string, string>;
  files: Record<string, Omit<FileState, 'deleted'>>;
  releases: string[];
  deletions: number;
}

const emptySlots = () =>
  Object.fromEntries(
    slotTypes.map((type) => [type, { required: type === 'streaming_master', file: null, staged: null }]),
  ) as Record<SlotType, SlotState>;

/** The staging area and the slots of one project as the specification has them, one call after the other. */
export class StagingModel {
  readonly tracks = new Map<string, { number: number; slots: Record<SlotType, SlotState> }>();
  readonly staged = new Map<string, StagedStatus>();
  readonly files = new Map<string, FileState>();
  /** Uploads that have arrived and are not registered. */
  readonly arrived = new Set<string>();
  readonly releases: string[] = [];
  deletions = 0;

  clone(): StagingModel {
    return Object.assign(new StagingModel(), structuredClone({ ...this }));
  }

  /** Does it and answers the status of the reply; a refused call changes nothing. */
  apply(operation: Operation): number {
    switch (operation.kind) {
      case 'assign':
        return this.assign(operation);
      case 'unassign':
        return this.movable(operation.file) ?? this.takeOut(operation.file);
      case 'remove':
        return this.remove(operation.file);
      case 'register':
        return this.register(operation.file);
      case 'analyse':
        return this.isVisible(operation.file) ? 200 : 404;
      case 'release':
        return this.release(operation.files);
      case 'deleteFile':
        return this.deleteFile(operation.file);
      case 'addTrack':
        return this.addTrack(operation);
      case 'removeTrack':
        return this.removeTrack(operation.track);
      case 'require': {
        const slot = this.tracks.get(operation.track)?.slots[operation.slot];
        if (!slot) return 404;
        slot.required = operation.required;
        return 200;
      }
      case 'putStaged':
        return this.putStaged(operation);
      case 'putFile':
        return this.putFile(operation);
      case 'suggest':
        return 200;
    }
  }

  /** Files by what may be done with them. */
  names(): { staged: string[]; assigned: string[]; released: string[] } {
    const withStatus = (...wanted: StagedStatus[]) =>
      [...this.staged].filter(([, status]) => wanted.includes(status)).map(([file]) => file);
    const released = [...this.files].filter(([, { deleted }]) => !deleted).map(([file]) => file);
    return { staged: withStatus('pending', 'assigned'), assigned: withStatus('assigned'), released };
  }

  snapshot(): Snapshot {
    const staged = [...this.staged].filter(([, status]) => status !== 'hidden');
    const files = [...this.files].filter(([, { deleted }]) => !deleted);
    return {
      tracks: sorted(this.tracks),
      staged: sorted(staged.map(([file, status]) => [file, `${status} ${this.placeOf(file, status)}`])),
      files: sorted(files.map(([file, { type, track, slot, parent }]) => [file, { type, track, slot, parent }])),
      releases: [...this.releases].sort(),
      deletions: this.deletions,
    };
  }

  private placeOf(file: string, status: StagedStatus): string {
    if (status === 'released') {
      const { track, slot } = this.files.get(file)!;
      return track ? `${track}/${slot}` : '-';
    }
    for (const [track, { slots }] of this.tracks) {
      for (const slot of slotTypes) if (slots[slot].staged === file) return `${track}/${slot}`;
    }
    return '-';
  }

  private isVisible(file: string): boolean {
    return this.staged.has(file) && this.staged.get(file) !== 'hidden';
  }

  /** Why a staged file cannot move, if it cannot. */
  private movable(file: string): number | null {
    if (!this.isVisible(file)) return 404;
    return this.staged.get(file) === 'released' ? 409 : null;
  }

  private *slots(): Generator<SlotState> {
    for (const { slots } of this.tracks.values()) yield* Object.values(slots);
  }

  private takeOut(file: string): number {
    for (const slot of this.slots()) if (slot.staged === file) slot.staged = null;
    if (this.staged.get(file) === 'assigned') this.staged.set(file, 'pending');
    return 200;
  }

  private place(file: string, slot: SlotState): number {
    if (slot.staged && slot.staged !== file) this.takeOut(slot.staged);
    this.takeOut(file);
    slot.staged = file;
    this.staged.set(file, 'assigned');
    return 200;
  }

  private assign({ file, track, slot: type, onlyIfEmpty }: Extract<Operation, { kind: 'assign' }>): number {
    const refused = this.movable(file);
    if (refused) return refused;
    const slot = this.tracks.get(track)?.slots[type];
    if (!slot) return 404;
    if (onlyIfEmpty && (slot.file || (slot.staged && slot.staged !== file))) return 409;
    return this.place(file, slot);
  }

  private remove(file: string): number {
    if (!this.isVisible(file)) return 404;
    if (this.staged.get(file) === 'released') {
      this.staged.set(file, 'hidden');
      return 200;
    }
    this.takeOut(file);
    this.staged.delete(file);
    return 200;
  }

  private register(file: string): number {
    if (this.arrived.delete(file)) this.staged.set(file, 'pending');
    return this.isVisible(file) ? 200 : 422;
  }

  private release(names: string[]): number {
    if (!names.every((file) => this.isVisible(file))) return 404;
    const waiting = names.filter((file) => this.staged.get(file) !== 'released');
    if (waiting.length === 0) return 200;
    const isMissing = ({ required, file, staged }: SlotState) => required && !file && !staged;
    if ([...this.slots()].some(isMissing) || waiting.some((file) => this.staged.get(file) !== 'assigned')) return 409;
    const kinds = new Set<string>();
    for (const [track, { slots }] of this.tracks) {
      for (const type of slotTypes) {
        const slot = slots[type];
        if (!slot.staged || !waiting.includes(slot.staged)) continue;
        const first = type === 'streaming_master' ? 'master' : 'variation';
        const file: FileState = {
          type: slot.file ? 'revision' : first,
          track,
          slot: type,
          parent: slot.file,
          deleted: false,
        };
        kinds.add(slot.file ? 'revisions' : 'masters');
        this.files.set(slot.staged, file);
        this.staged.set(slot.staged, 'released');
        Object.assign(slot, { file: slot.staged, staged: null });
      }
    }
    this.releases.push([...kinds].sort().join(' '));
    return 200;
  }

  private deleteFile(name: string): number {
    const file = this.files.get(name);
    if (!file || file.deleted) return 404;
    file.deleted = true;
    this.staged.delete(name);
    this.deletions += 1;
    const slot = [...this.slots()].find((candidate) => candidate.file === name);
    if (!slot) return 200;
    const taken = new Set([...this.slots()].map((other) => other.file));
    let older = file.parent;
    while (older && (this.files.get(older)!.deleted || taken.has(older))) older = this.files.get(older)!.parent;
    slot.file = older;
    return 200;
  }

  private addTrack({ track, number }: Extract<Operation, { kind: 'addTrack' }>): number {
    if ([...this.tracks.values()].some((other) => other.number === number)) return 409;
    this.tracks.set(track, { number, slots: emptySlots() });
    return 201;
  }

  private removeTrack(track: string): number {
    const removed = this.tracks.get(track);
    if (!removed) return 404;
    for (const { staged } of Object.values(removed.slots)) if (staged) this.takeOut(staged);
    this.tracks.delete(track);
    for (const file of this.files.values()) if (file.track === track) file.track = null;
    return 200;
  }

  private putStaged({ track, slot: type, file }: Extract<Operation, { kind: 'putStaged' | 'putFile' }>): number {
    const slot = this.tracks.get(track)?.slots[type];
    if (!slot) return 404;
    if (!file) return slot.staged ? this.takeOut(slot.staged) : 200;
    return this.movable(file) ?? this.place(file, slot);
  }

  private putFile({ track, slot: type, file }: Extract<Operation, { kind: 'putStaged' | 'putFile' }>): number {
    const slot = this.tracks.get(track)?.slots[type];
    if (!slot) return 404;
    if (file && this.files.get(file)?.deleted !== false) return 404;
    if (file) {
      for (const other of this.slots()) if (other.file === file) other.file = null;
      Object.assign(this.files.get(file)!, { track, slot: type });
    }
    slot.file = file;
    return 200;
  }
}

/** Entries as an object whose keys are in order, so that equal ones are equal as JSON. */
export const sorted = <T>(entries: Iterable<[string, T]>): Record<string, T> =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
