import { Body, Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { Public } from '../../platform/http/actor.js';
import type { Page } from '../../platform/http/page.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply, ReplyBytes, ReplyList } from '../../platform/http/reply.js';
import { SharedAccess } from './shared-access.service.js';
import { SharedRecords } from './shared-records.service.js';
import {
  type AddSharedComment,
  addSharedCommentSchema,
  type LinkPassword,
  linkPasswordSchema,
  type SharedComment,
  sharedCommentSchema,
  type SharedRecord,
  sharedRecordSchema,
  tokenField,
} from './sharing.schema.js';

const Token = () => Param('token', { schema: tokenField.catch('') });

/** For visitors of share links. A malformed token gets the same answer as an unknown one. */
@Public()
@Controller('shared/:token')
export class SharedController {
  constructor(
    private readonly access: SharedAccess,
    private readonly records: SharedRecords,
  ) {}

  @Post('password')
  @Reply(z.null())
  async enter(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Token() token: string,
    @Body({ schema: linkPasswordSchema }) { password }: LinkPassword,
  ): Promise<null> {
    await this.access.enter(request, response, token, password);
    return null;
  }

  /** The visitor has looked at the page of the link, of either kind. */
  @Post('visit')
  @Reply(z.null())
  async visit(@Req() request: Request, @Token() token: string): Promise<null> {
    await this.access.countVisit(request, (await this.access.open(request, token)).link);
    return null;
  }

  @Get('record')
  @Reply(sharedRecordSchema)
  record(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Token() token: string,
  ): Promise<SharedRecord> {
    response.setHeader('Cache-Control', 'no-store');
    return this.records.show(request, token);
  }

  @Get('files/:fileId/preview')
  @ReplyBytes('audio/mpeg')
  preview(@Req() request: Request, @Res() response: Response, @Token() token: string, @IdParam('fileId') id: string) {
    return this.records.preview(request, response, token, id);
  }

  @Get('files/:fileId/peaks')
  @ReplyBytes('application/octet-stream')
  peaks(@Req() request: Request, @Res() response: Response, @Token() token: string, @IdParam('fileId') id: string) {
    return this.records.peaks(request, response, token, id);
  }

  @Get('cover')
  @ReplyBytes('image/jpeg')
  async cover(@Req() request: Request, @Res() response: Response, @Token() token: string): Promise<void> {
    const { bytes, contentType, etag } = await this.records.cover(request, token);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Cache-Control', 'private, no-cache').setHeader('ETag', etag);
    response.type(contentType).send(bytes);
  }

  @Get('comments')
  @ReplyList(sharedCommentSchema)
  async comments(@Req() request: Request, @Token() token: string): Promise<Page<SharedComment>> {
    return { data: await this.records.listComments(request, token), nextCursor: null };
  }

  @Post('comments')
  @Reply(z.null(), 201)
  async comment(
    @Req() request: Request,
    @Token() token: string,
    @Body({ schema: addSharedCommentSchema }) body: AddSharedComment,
  ): Promise<null> {
    await this.records.addComment(request, token, body);
    return null;
  }
}
