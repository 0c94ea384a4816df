import { Body, Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { z } from 'zod';
import { type Actor, CurrentActor } from '../../platform/http/actor.js';
import type { Page } from '../../platform/http/page.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply, ReplyList } from '../../platform/http/reply.js';
import {
  commentSchema,
  type CommentView,
  type CreateComment,
  createCommentSchema,
  type UpdateComment,
  updateCommentSchema,
} from './comments.schema.js';
import { CommentsService } from './comments.service.js';

@Controller('comments')
export class CommentsController {
  constructor(private readonly comments: CommentsService) {}

  @Post()
  @Reply(commentSchema, 201)
  create(
    @CurrentActor() actor: Actor,
    @Body({ schema: createCommentSchema }) body: CreateComment,
  ): Promise<CommentView> {
    return this.comments.add(actor, body);
  }

  /** Whole: a project holds no more than a few thousand. */
  @Get('project/:projectId')
  @ReplyList(commentSchema)
  async list(@CurrentActor() actor: Actor, @IdParam('projectId') projectId: string): Promise<Page<CommentView>> {
    return { data: await this.comments.list(actor, projectId), nextCursor: null };
  }

  @Put(':id')
  @Reply(commentSchema)
  update(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body({ schema: updateCommentSchema }) body: UpdateComment,
  ): Promise<CommentView> {
    return this.comments.update(actor, id, body);
  }

  @Delete(':id')
  @Reply(z.null())
  async delete(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<null> {
    await this.comments.delete(actor, id);
    return null;
  }
}
