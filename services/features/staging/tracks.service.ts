import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import type { SlotType } from '../../platform/domain-words.js';
import { conflict, notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { ProjectStructure } from '../projects/project-structure.service.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { forgetTrackOfDeliverables, returnToPending } from '../staged-files/staged-files.writes.js';
import { Slot } from '../tracks/slot.entity.js';
import { Track } from '../tracks/track.entity.js';
import type { CreateTrack, TrackEntry, UpdateTrack } from '../tracks/tracks.schema.js';
import { trackEntry } from '../tracks/tracks.view.js';
import { addDefaultSlots, addSlot, addTracks, deleteTrack, saveTrack } from '../tracks/tracks.writes.js';

const UNIQUE_VIOLATION = '23505';

@Injectable()
export class TracksService {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
    private readonly structure: ProjectStructure,
  ) {}

  async list(actor: Actor, projectId: string): Promise<TrackEntry[]> {
    await this.access.forEngineer(actor, projectId);
    return this.entries(this.database.manager, { projectId });
  }

  async get(actor: Actor, trackId: string): Promise<TrackEntry> {
    const track = await this.visible(actor, trackId);
    return this.entry(this.database.manager, track);
  }

  create(actor: Actor, projectId: string, body: CreateTrack): Promise<TrackEntry> {
    return this.change(actor, projectId, async (tx) => {
      const [track] = await addTracks(tx, projectId, [body]);
      return this.entry(tx.manager, track!);
    });
  }

  /**
   * Creates all tracks or none, and returns the new ones ordered by number.
   * @throws AppError 409 with the numbers that are taken.
   */
  createMany(actor: Actor, projectId: string, bodies: CreateTrack[]): Promise<TrackEntry[]> {
    return this.change(actor, projectId, async (tx) => {
      const trackNumber = In(bodies.map((body) => body.trackNumber));
      const taken = await tx.manager.find(Track, { where: { projectId, trackNumber }, order: { trackNumber: 'ASC' } });
      if (taken.length > 0) {
        const trackNumbers = taken.map((track) => track.trackNumber);
        const message = `The project already has ${trackNumbers.length === 1 ? 'a track' : 'tracks'} ${trackNumbers.join(', ')}`;
        throw conflict('track_number_taken', message, { trackNumbers });
      }
      const added = await addTracks(tx, projectId, bodies);
      const ids = new Set(added.map((track) => track.id));
      return (await this.entries(tx.manager, { projectId })).filter(({ track }) => ids.has(track.id));
    });
  }

  async update(actor: Actor, trackId: string, body: UpdateTrack): Promise<TrackEntry> {
    const { projectId } = await this.visible(actor, trackId);
    return this.change(actor, projectId, async (tx) => {
      const track = await this.locked(tx, trackId);
      Object.assign(track, {
        trackNumber: body.trackNumber ?? track.trackNumber,
        title: body.title ?? track.title,
        isrc: body.isrc === undefined ? track.isrc : body.isrc || null,
        notes: body.notes === undefined ? track.notes : body.notes || null,
      });
      await saveTrack(tx, track);
      return this.entry(tx.manager, track);
    });
  }

  /** Staged files of the track become pending again; released files stay with the project. */
  async delete(actor: Actor, trackId: string): Promise<void> {
    const { projectId } = await this.visible(actor, trackId);
    await this.change(actor, projectId, async (tx) => {
      await this.locked(tx, trackId);
      const slots = await tx.manager.findBy(Slot, { trackId, stagingFileId: Not(IsNull()) });
      await returnToPending(
        tx,
        slots.map((slot) => slot.stagingFileId!),
      );
      await forgetTrackOfDeliverables(tx, trackId);
      await deleteTrack(tx, trackId);
    });
  }

  async createDefaultSlots(actor: Actor, trackId: string): Promise<TrackEntry> {
    const { projectId } = await this.visible(actor, trackId);
    return this.change(actor, projectId, async (tx) => {
      const track = await this.locked(tx, trackId);
      await addDefaultSlots(tx, [trackId]);
      return this.entry(tx.manager, track);
    });
  }

  async createSlot(actor: Actor, trackId: string, slotType: SlotType, isRequired: boolean): Promise<Slot> {
    const { projectId } = await this.visible(actor, trackId);
    return this.change(actor, projectId, async (tx) => {
      await this.locked(tx, trackId);
      if (await tx.manager.existsBy(Slot, { trackId, slotType })) {
        throw conflict('slot_exists', 'This track already has that slot');
      }
      return addSlot(tx, { trackId, slotType, isRequired });
    });
  }

  private async change<T>(actor: Actor, projectId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    try {
      return await this.structure.change(actor, projectId, async (tx, project) => {
        const result = await work(tx);
        publishProjectChange(tx, project, 'album');
        return result;
      });
    } catch (error) {
      const { code, constraint } = error as { code?: string; constraint?: string };
      if (code === UNIQUE_VIOLATION && constraint === 'tracks_number') {
        throw conflict('track_number_taken', 'Another track of this project already has that number');
      }
      throw error;
    }
  }

  async entries(manager: EntityManager, where: { projectId: string }): Promise<TrackEntry[]> {
    const tracks = await manager.find(Track, { where, order: { trackNumber: 'ASC' } });
    const slots = await manager
      .createQueryBuilder(Slot, 'slot')
      .innerJoin(Track, 'track', 'track.id = slot.trackId')
      .where('track.projectId = :projectId', where)
      .getMany();
    const byTrack = Map.groupBy(slots, (slot) => slot.trackId);
    return tracks.map((track) => trackEntry(track, byTrack.get(track.id) ?? []));
  }

  private async entry(manager: EntityManager, track: Track): Promise<TrackEntry> {
    return trackEntry(track, await manager.findBy(Slot, { trackId: track.id }));
  }

  /** @throws AppError 404 for outsiders, 403 for the project's client. */
  async visible(actor: Actor, trackId: string): Promise<Track> {
    const track = await this.database.manager.findOneBy(Track, { id: trackId });
    if (!track) throw notFound('Track');
    await this.access.forEngineer(actor, track.projectId, undefined, 'Track');
    return track;
  }

  /** Reads the track again after the project has been locked. */
  private async locked(tx: Tx, trackId: string): Promise<Track> {
    const track = await tx.manager.findOneBy(Track, { id: trackId });
    if (!track) throw notFound('Track');
    return track;
  }
}
