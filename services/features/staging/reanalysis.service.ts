import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { AUDIO_ENGINE } from '../../platform/audio/engine.js';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { requeueAnalyses } from '../audio/audio.writes.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { StagingFile } from '../staged-files/staging-file.entity.js';
import type { AnalyseScope, StagingFileView } from './staging.schema.js';
import { stagedRows, stagingViews } from './staging-rows.view.js';

/** Queues audio for another analysis: files that failed, or that another version of the audio engine has measured. */
@Injectable()
export class ReanalysisService {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  readFile(actor: Actor, projectId: string, fileId: string): Promise<StagingFileView> {
    return this.database.transaction(async (tx) => {
      const project = await this.access.lockForEngineer(tx, actor, projectId);
      const file = await tx.manager.findOneBy(StagingFile, { id: fileId, projectId, hiddenAt: IsNull() });
      if (!file?.audioId) throw notFound('Staged file');
      if ((await requeueAnalyses(tx, [file.audioId])) > 0) publishProjectChange(tx, project, 'staging', 'files');
      const [view] = await stagingViews(tx.manager, await stagedRows(tx.manager, projectId, [fileId]));
      return view!;
    });
  }

  /** Returns the number of files that were queued. */
  readProject(actor: Actor, projectId: string, scope: AnalyseScope): Promise<number> {
    return this.database.transaction(async (tx) => {
      const project = await this.access.lockForEngineer(tx, actor, projectId);
      const found = await tx.query<{ id: string }>(
        `SELECT id FROM audio
         WHERE id IN (
           SELECT audio_id FROM staging_files WHERE project_id = $1 AND hidden_at IS NULL
           UNION SELECT audio_id FROM files WHERE project_id = $1 AND completed_at IS NOT NULL AND deleted_at IS NULL)
         AND CASE $2
           WHEN 'stale' THEN facts->>'engine' <> $3
           WHEN 'failed' THEN state = 'failed'
           ELSE true
         END`,
        [projectId, scope, AUDIO_ENGINE],
      );
      const queued = await requeueAnalyses(
        tx,
        found.map(({ id }) => id),
      );
      if (queued > 0) publishProjectChange(tx, project, 'staging', 'files');
      return queued;
    });
  }
}
