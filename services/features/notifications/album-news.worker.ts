import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { Database } from '../../platform/database/database.js';
import { On } from '../../platform/events/decorators.js';
import type { HandlerContext } from '../../platform/events/handler.js';
import { excerpt } from '../../platform/text.js';
import { albumProposed, proposalAnswered } from '../album/album.events.js';
import { AlbumProposal } from '../album/album-proposal.entity.js';
import { Notifier } from './notifier.service.js';

/** Maximum length of the excerpt of an answer in a message, which may be shown in one line. */
const MAX_WORDS = 120;

@Injectable()
export class AlbumNewsWorker {
  constructor(
    private readonly database: Database,
    private readonly notifier: Notifier,
  ) {}

  /** A proposal that was withdrawn or answered in the meantime is not reported. */
  @On(albumProposed, { queue: 'news' })
  async proposed(
    { projectId, proposalId, actorId }: z.output<typeof albumProposed.schema>,
    context: HandlerContext,
  ): Promise<void> {
    const proposal = await this.find(proposalId);
    if (proposal?.status !== 'open') return;
    const what = proposal.order ? 'another order' : 'other titles';
    await this.notifier.tell(context, {
      projectId,
      actorId,
      to: 'engineer',
      type: 'album_proposed',
      message: ({ title }, name) => `${name} proposed ${what} for the album “${title}”`,
    });
  }

  @On(proposalAnswered, { queue: 'news' })
  async answered(
    { projectId, proposalId, actorId }: z.output<typeof proposalAnswered.schema>,
    context: HandlerContext,
  ): Promise<void> {
    const proposal = await this.find(proposalId);
    if (!proposal) return;
    const verb = proposal.status === 'accepted' ? 'accepted' : 'declined';
    const what = proposal.order ? 'order' : 'titles';
    const words = proposal.answer ? `: ${excerpt(proposal.answer, MAX_WORDS)}` : '';
    await this.notifier.tell(context, {
      projectId,
      actorId,
      to: 'deciders',
      type: 'album_answered',
      message: ({ title }, name) => `${name} ${verb} the proposed ${what} of the album “${title}”${words}`,
    });
  }

  private find(proposalId: string): Promise<AlbumProposal | null> {
    return this.database.manager.findOneBy(AlbumProposal, { id: proposalId });
  }
}
