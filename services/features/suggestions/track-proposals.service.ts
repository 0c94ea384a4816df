import { Injectable } from '@nestjs/common';
import { proposeTracks, type TrackProposals } from '../../engine/proposals/propose-tracks.js';
import type { SuggestFile } from '../../engine/types.js';
import { Database } from '../../platform/database/database.js';
import type { Actor } from '../../platform/http/actor.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { incomingFiles, type StagedRow, stagedRows } from '../staging/staging-rows.view.js';
import { Track } from '../tracks/track.entity.js';
import type { UploadIntent } from '../uploads/upload-intent.entity.js';
import { User } from '../users/user.entity.js';
import { CERTAIN_ABOVE } from './judge-batch.js';

@Injectable()
export class TrackProposalsService {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  /** What the names and tags of the files, staged or on their way, say of tracks that are not there yet. */
  async propose(actor: Actor, projectId: string): Promise<TrackProposals> {
    const project = await this.access.forEngineer(actor, projectId);
    const { manager } = this.database;
    const client = await manager.findOneByOrFail(User, { id: project.clientId });
    const known = await manager.findBy(Track, { projectId });
    const rows = (await stagedRows(manager, projectId)).filter(({ file }) => file.status === 'pending');
    const incoming = await incomingFiles(manager, projectId);
    const files = [
      ...rows.map(({ file, audio }) => asNamed(file, (audio.facts ?? audio.probe)?.tags)),
      ...incoming.map((file) => asNamed(file, file.header?.tags)),
    ];
    const placed = [...rows.map(({ file }) => file), ...incoming].filter(isCertain).map(({ id }) => id);
    return proposeTracks({ title: project.title, artist: client.name }, known, files, new Set(placed));
  }
}

const isCertain = ({ suggestions }: StagedRow['file'] | UploadIntent): boolean =>
  (suggestions[0]?.confidence ?? 0) > CERTAIN_ABOVE;

const asNamed = (
  { id, originalName, folder }: StagedRow['file'] | UploadIntent,
  tags: SuggestFile['tags'],
): SuggestFile => ({ id, name: originalName, folder, tags: tags ?? null });
