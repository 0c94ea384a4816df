import { Injectable } from '@nestjs/common';
import { proposeTracks, type TrackProposals } from '../../engine/proposals/propose-tracks.js';
import type { SuggestFile } from '../../engine/types.js';
import { Database } from '../../platform/database/database.js';
import type { Actor } from '../../platform/http/actor.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { type StagedRow, stagedRows } from '../staging/staging-rows.view.js';
import { Track } from '../tracks/track.entity.js';
import { User } from '../users/user.entity.js';

@Injectable()
export class TrackProposalsService {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  /** What the names and tags of the staged files say of tracks that are not there yet. */
  async propose(actor: Actor, projectId: string): Promise<TrackProposals> {
    const project = await this.access.forEngineer(actor, projectId);
    const { manager } = this.database;
    const client = await manager.findOneByOrFail(User, { id: project.clientId });
    const known = await manager.findBy(Track, { projectId });
    const rows = (await stagedRows(manager, projectId)).filter(({ file }) => file.status === 'pending');
    return proposeTracks({ title: project.title, artist: client.name }, known, rows.map(asNamed));
  }
}

const asNamed = ({ file, audio }: StagedRow): SuggestFile => ({
  id: file.id,
  name: file.originalName,
  folder: file.folder,
  tags: (audio.facts ?? audio.probe)?.tags ?? null,
});
