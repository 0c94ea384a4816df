import { type EntityManager, In } from 'typeorm';
import type { Actor } from '../../platform/http/actor.js';
import { isoTime } from '../../platform/http/fields.js';
import type { Project } from '../projects/project.entity.js';
import { User } from '../users/user.entity.js';
import { albumOf } from './album.lib.js';
import { canEditAlbum, canPropose } from './album.policy.js';
import type { AlbumProposalView, AlbumView } from './album.schema.js';
import { AlbumProposal } from './album-proposal.entity.js';
import { applied, goneFrom, type NamedTrack } from './proposal.js';

export async function albumView(manager: EntityManager, actor: Actor, project: Project): Promise<AlbumView> {
  const album = await albumOf(manager, project.id);
  const proposal = await newestProposal(manager, project.id, album.tracks);
  const isOpen = proposal?.status === 'open';
  return {
    projectId: project.id,
    ...album,
    proposal: isOpen ? proposal : null,
    lastAnswer: isOpen ? null : proposal,
    can: { edit: canEditAlbum(actor, project), propose: canPropose(actor, project) },
  };
}

async function newestProposal(
  manager: EntityManager,
  projectId: string,
  current: NamedTrack[],
): Promise<AlbumProposalView | null> {
  const newest = await manager.findOne(AlbumProposal, {
    where: { projectId, status: In(['open', 'accepted', 'declined']) },
    order: { revision: 'DESC' },
  });
  if (!newest) return null;
  const { id, revision, status, createdAt, answeredAt, answer } = newest;
  const { name } = await manager.findOneByOrFail(User, { id: newest.proposedBy });
  const isOpen = status === 'open';
  return {
    id,
    revision,
    status: status as AlbumProposalView['status'],
    proposedBy: { id: newest.proposedBy, name },
    createdAt: isoTime(createdAt),
    answeredAt: answeredAt && isoTime(answeredAt),
    answer,
    tracks: isOpen ? applied(current, newest) : [],
    gone: isOpen ? goneFrom(current, newest) : [],
  };
}
