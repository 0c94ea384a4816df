import { Body, Controller, Delete, Get, Post, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { z } from 'zod';
import { type Actor, CurrentActor } from '../../platform/http/actor.js';
import type { Page } from '../../platform/http/page.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply, ReplyBytes, ReplyList } from '../../platform/http/reply.js';
import { contentDisposition } from '../../platform/storage/content-type.js';
import {
  commentSchema,
  type CommentView,
  type CreateComment,
  createCommentSchema,
  type ExportQuery,
  exportQuerySchema,
  resolveSchema,
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

  /** Not paginated: the number of a project's comments is limited. */
  @Get('project/:projectId')
  @ReplyList(commentSchema)
  async list(@CurrentActor() actor: Actor, @IdParam('projectId') projectId: string): Promise<Page<CommentView>> {
    return { data: await this.comments.list(actor, projectId), nextCursor: null };
  }

  /** Downloads the comments as a file for spreadsheets or audio workstations. */
  @Get('project/:projectId/export')
  @ReplyBytes('text/csv')
  async export(
    @CurrentActor() actor: Actor,
    @IdParam('projectId') projectId: string,
    @Query({ schema: exportQuerySchema }) query: ExportQuery,
    @Res() response: Response,
  ): Promise<void> {
    const { fileName, contentType, text } = await this.comments.export(actor, projectId, query);
    response.setHeader('Content-Type', `${contentType}; charset=utf-8`);
    response.setHeader('Content-Disposition', contentDisposition(fileName, contentType, false));
    response.setHeader('Cache-Control', 'private, no-store');
    response.send(text);
  }

  /** Resolves or reopens a comment. Engineer and client may both do this. */
  @Put(':id/resolved')
  @Reply(commentSchema)
  resolve(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body({ schema: resolveSchema }) { resolved }: z.infer<typeof resolveSchema>,
  ): Promise<CommentView> {
    return this.comments.resolve(actor, id, resolved);
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
