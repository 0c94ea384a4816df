import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { z } from 'zod';
import { type Actor, CurrentActor } from '../../platform/http/actor.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply } from '../../platform/http/reply.js';
import {
  albumSchema,
  type AlbumView,
  type AnswerProposal,
  answerProposalSchema,
  type ProposeAlbum,
  proposeAlbumSchema,
  type UpdateAlbum,
  updateAlbumSchema,
} from './album.schema.js';
import { AlbumService } from './album.service.js';
import { ProposalsService } from './proposals.service.js';

const withdrawQuery = z.object({ proposalRevision: z.coerce.number().int() });

@Controller('projects/:id/album')
export class AlbumController {
  constructor(
    private readonly album: AlbumService,
    private readonly proposals: ProposalsService,
  ) {}

  @Get()
  @Reply(albumSchema)
  get(@CurrentActor() actor: Actor, @IdParam() projectId: string): Promise<AlbumView> {
    return this.album.get(actor, projectId);
  }

  /** A 409 contains the album as it is now, as those of the other routes do. */
  @Put()
  @Reply(albumSchema)
  update(
    @CurrentActor() actor: Actor,
    @IdParam() projectId: string,
    @Body({ schema: updateAlbumSchema }) body: UpdateAlbum,
  ): Promise<AlbumView> {
    return this.album.update(actor, projectId, body);
  }

  @Put('proposal')
  @Reply(albumSchema)
  propose(
    @CurrentActor() actor: Actor,
    @IdParam() projectId: string,
    @Body({ schema: proposeAlbumSchema }) body: ProposeAlbum,
  ): Promise<AlbumView> {
    return this.proposals.propose(actor, projectId, body);
  }

  @Delete('proposal')
  @Reply(albumSchema)
  withdraw(
    @CurrentActor() actor: Actor,
    @IdParam() projectId: string,
    @Query({ schema: withdrawQuery }) { proposalRevision }: z.infer<typeof withdrawQuery>,
  ): Promise<AlbumView> {
    return this.proposals.withdraw(actor, projectId, proposalRevision);
  }

  @Post('proposal/answer')
  @Reply(albumSchema)
  answer(
    @CurrentActor() actor: Actor,
    @IdParam() projectId: string,
    @Body({ schema: answerProposalSchema }) body: AnswerProposal,
  ): Promise<AlbumView> {
    return this.proposals.answer(actor, projectId, body);
  }
}
