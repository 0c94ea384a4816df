import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import type { Actor } from '../../platform/http/actor.js';
import { recordActivity } from '../activity/activity.writes.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { ProjectStructure } from '../projects/project-structure.service.js';
import { Album } from './album.entity.js';
import { albumOf, type AlbumOrder } from './album.lib.js';
import type { AlbumView, UpdateAlbum } from './album.schema.js';
import { albumView } from './album.view.js';
import { assertAllTracks, assertCurrent, publishAlbumChange, reorder, savePlaces } from './album.writes.js';

/** The album of a project: its order, gaps, discs and sides. */
@Injectable()
export class AlbumService {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
    private readonly structure: ProjectStructure,
  ) {}

  async get(actor: Actor, projectId: string): Promise<AlbumView> {
    return albumView(this.database.manager, actor, await this.access.visible(actor, projectId));
  }

  /**
   * Replaces the album. The numbers that the tracks have stay with the places, so that 1, 2, 4 and 101, 102, 201 remain
   * those numbers.
   * @throws AppError 409 with the current album if someone has changed it meanwhile, 400 unless all tracks are named.
   */
  update(actor: Actor, projectId: string, body: UpdateAlbum): Promise<AlbumView> {
    return this.structure.change(actor, projectId, async (tx, project) => {
      const before = await albumOf(tx.manager, projectId);
      await assertCurrent(tx, actor, project, before.revision === body.revision);
      assertAllTracks(before, body.tracks);
      const message = await this.place(tx, projectId, before, body);
      if (message) {
        await recordActivity(tx, { projectId, type: 'album_changed', actorId: actor.userId, message });
        publishAlbumChange(tx, project);
      }
      return albumView(tx.manager, actor, project);
    });
  }

  /** Returns what has changed; null if nothing has. */
  private async place(
    tx: Tx,
    projectId: string,
    before: AlbumOrder,
    { vinylFormat, tracks }: UpdateAlbum,
  ): Promise<string | null> {
    const isReordered = await reorder(
      tx,
      projectId,
      before,
      tracks.map(({ trackId }) => trackId),
    );
    const isPlaced = await savePlaces(tx, projectId, before, tracks);
    const isOtherFormat = vinylFormat !== before.vinylFormat;
    if (isOtherFormat) await tx.manager.upsert(Album, { projectId, vinylFormat }, ['projectId']);
    if (isReordered) return 'Changed the order of the album';
    if (isPlaced) return 'Changed the gaps, discs or sides of the album';
    return isOtherFormat ? 'Changed the format of the record' : null;
  }
}
