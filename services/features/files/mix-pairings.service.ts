import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { forbidden, notFound, unprocessable } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { recordActivity } from '../activity/activity.writes.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { bumpStagingRevision } from '../projects/staging-revision.writes.js';
import { Track } from '../tracks/track.entity.js';
import { ProjectFile } from './file.entity.js';
import { FileAccess } from './file-access.service.js';
import { canPair, isFinal } from './files.policy.js';
import type { FileView } from './files.schema.js';
import { FilesService } from './files.service.js';
import { pairByHand } from './mix-pairings.writes.js';

/** Lets a person say which track an original belongs to. */
@Injectable()
export class MixPairings {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
    private readonly files: FileAccess,
    private readonly views: FilesService,
  ) {}

  /**
   * Stores that the original belongs to this track, or with null to none.
   * @throws AppError 403 for people who do not decide, 404 for a track of another project, 422 for a master.
   */
  async choose(actor: Actor, fileId: string, trackId: string | null): Promise<FileView> {
    const { file: known } = await this.files.visible(actor, fileId);
    await this.database.transaction(async (tx) => {
      const project = await this.access.lockVisible(tx, actor, known.projectId, 'File');
      const file = await tx.manager.findOneBy(ProjectFile, { id: fileId, deletedAt: IsNull() });
      if (!file) throw notFound('File');
      if (!canPair(actor, project)) throw forbidden('Only people who decide, and the engineer, pair originals');
      if (isFinal(file))
        throw unprocessable('not_an_original', 'A master belongs to the track that it was released to');
      const track = trackId && (await tx.manager.findOneBy(Track, { id: trackId, projectId: project.id }));
      if (trackId && !track) throw notFound('Track');
      await pairByHand(tx, fileId, trackId);
      // Other originals may sound like this one.
      await bumpStagingRevision(tx, project.id);
      await recordActivity(tx, {
        projectId: project.id,
        type: 'mix_paired',
        actorId: actor.userId,
        message: track
          ? `Paired ${file.originalName} with “${track.title}”`
          : `Said that ${file.originalName} belongs to no track`,
        fileId,
      });
      publishProjectChange(tx, project, 'files', 'activity');
    });
    return this.views.get(actor, fileId);
  }
}
