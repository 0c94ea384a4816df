import { Injectable } from '@nestjs/common';
import { clock } from '../../platform/clock.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { forbidden } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { recordActivity } from '../activity/activity.writes.js';
import type { Project } from '../projects/project.entity.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { ProjectStructure } from '../projects/project-structure.service.js';
import { albumProposed, proposalAnswered } from './album.events.js';
import { albumOf, type AlbumOrder } from './album.lib.js';
import { canPropose } from './album.policy.js';
import type { AlbumView, AnswerProposal, ProposeAlbum } from './album.schema.js';
import { albumView } from './album.view.js';
import { assertAllTracks, assertCurrent, publishAlbumChange, reorder, savePlaces } from './album.writes.js';
import { AlbumProposal } from './album-proposal.entity.js';
import { applied, changeOf } from './proposal.js';

/** Order and titles that the client's side proposes, and the engineer's answers. A project has one open proposal. */
@Injectable()
export class ProposalsService {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
    private readonly structure: ProjectStructure,
  ) {}

  /**
   * Proposes an order and titles, in place of the open proposal. Proposing the album as it is withdraws it.
   * @throws AppError 409 with the current album if album or proposal have changed meanwhile, 400 unless all tracks are
   * named.
   */
  propose(actor: Actor, projectId: string, { revision, proposalRevision, tracks }: ProposeAlbum): Promise<AlbumView> {
    return this.asProposer(actor, projectId, async (tx, project) => {
      const { album, open } = await this.current(tx, projectId);
      const isCurrent = album.revision === revision && (open?.revision ?? null) === proposalRevision;
      await assertCurrent(tx, actor, project, isCurrent);
      assertAllTracks(album, tracks);
      const change = changeOf(album.tracks, tracks);
      if (!change) return open && this.close(tx, actor, open);
      const saved = await tx.manager.save(
        tx.manager.create(AlbumProposal, {
          ...(open ?? { projectId }),
          ...change,
          proposedBy: actor.userId,
          revision: await nextRevision(tx, projectId),
        }),
      );
      await recordActivity(tx, {
        projectId,
        type: 'album_proposed',
        actorId: actor.userId,
        message: open ? 'Changed the proposed order of the album' : PROPOSED[change.order ? 'order' : 'titles'],
      });
      tx.emit(albumProposed, { projectId, proposalId: saved.id, actorId: actor.userId });
    });
  }

  /** @throws AppError 409 if the proposal has changed or is not open any more. */
  withdraw(actor: Actor, projectId: string, proposalRevision: number): Promise<AlbumView> {
    return this.asProposer(actor, projectId, async (tx, project) => {
      const { open } = await this.current(tx, projectId);
      await assertCurrent(tx, actor, project, open?.revision === proposalRevision);
      await this.close(tx, actor, open!);
    });
  }

  /** Accepting renumbers and renames the tracks; sides and discs keep their number of tracks. @throws AppError 409 */
  answer(actor: Actor, projectId: string, body: AnswerProposal): Promise<AlbumView> {
    return this.structure.change(actor, projectId, async (tx, project) => {
      const { album, open } = await this.current(tx, projectId);
      const isCurrent = album.revision === body.revision && open?.revision === body.proposalRevision;
      await assertCurrent(tx, actor, project, isCurrent);
      if (body.accept) await this.apply(tx, album, open!);
      await this.end(tx, open!, body.accept ? 'accepted' : 'declined', actor, body.answer);
      await recordActivity(tx, {
        projectId,
        type: body.accept ? 'album_accepted' : 'album_declined',
        actorId: actor.userId,
        message: body.accept ? 'Accepted the proposed order of the album' : 'Declined the proposed order of the album',
      });
      tx.emit(proposalAnswered, { projectId, proposalId: open!.id, actorId: actor.userId });
      publishAlbumChange(tx, project);
      return albumView(tx.manager, actor, project);
    });
  }

  private asProposer(
    actor: Actor,
    projectId: string,
    work: (tx: Tx, project: Project) => Promise<unknown>,
  ): Promise<AlbumView> {
    return this.database.transaction(async (tx) => {
      const project = await this.access.lockVisible(tx, actor, projectId);
      if (!canPropose(actor, project))
        throw forbidden(
          'Only the client and people who decide propose another order. Engineers change the album itself.',
        );
      await work(tx, project);
      publishAlbumChange(tx, project);
      return albumView(tx.manager, actor, project);
    });
  }

  private async current(tx: Tx, projectId: string): Promise<{ album: AlbumOrder; open: AlbumProposal | null }> {
    const album = await albumOf(tx.manager, projectId);
    const open = await tx.manager.findOneBy(AlbumProposal, { projectId, status: 'open' });
    return { album, open };
  }

  private async apply(tx: Tx, album: AlbumOrder, { projectId, order, titles }: AlbumProposal): Promise<void> {
    const wanted = applied(album.tracks, { order, titles });
    const known = new Map(album.tracks.map((track) => [track.trackId, track]));
    const places = wanted.map(({ trackId }, index) => {
      const { disc, side } = album.tracks[index]!;
      return { trackId, disc, side, gapFrames: known.get(trackId)!.ownGapFrames };
    });
    const ids = wanted.map(({ trackId }) => trackId);
    await reorder(tx, projectId, album, ids, titles);
    await savePlaces(tx, projectId, album, places);
  }

  private async close(tx: Tx, actor: Actor, proposal: AlbumProposal): Promise<void> {
    await this.end(tx, proposal, 'withdrawn', actor);
    await recordActivity(tx, {
      projectId: proposal.projectId,
      type: 'album_withdrawn',
      actorId: actor.userId,
      message: 'Withdrew the proposed order of the album',
    });
  }

  private async end(
    tx: Tx,
    { id }: AlbumProposal,
    status: AlbumProposal['status'],
    { userId }: Actor,
    answer = '',
  ): Promise<void> {
    await tx.manager.update(AlbumProposal, { id }, { status, answer, answeredBy: userId, answeredAt: clock.now() });
  }
}

const PROPOSED = {
  order: 'Proposed another order of the album',
  titles: 'Proposed other titles',
};

/** Later than the revision of every proposal of the project, so that a new one is never mistaken for an earlier one. */
async function nextRevision(tx: Tx, projectId: string): Promise<number> {
  const [{ next } = { next: 1 }] = await tx.query<{ next: number }>(
    'SELECT coalesce(max(revision), 0) + 1 AS next FROM album_proposals WHERE project_id = $1',
    [projectId],
  );
  return next;
}
