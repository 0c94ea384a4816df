import { Body, Controller, Get, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { CONFIG, type Config } from '../../platform/config.js';
import { AppError } from '../../platform/errors.js';
import { Public } from '../../platform/http/actor.js';
import { setRetryAfter } from '../../platform/http/error.filter.js';
import { id, MAX_INTEGER } from '../../platform/http/fields.js';
import { IdParam } from '../../platform/http/params.js';
import { ReplyBytes } from '../../platform/http/reply.js';
import { contentDisposition } from '../../platform/storage/content-type.js';
import { DeliveriesService } from './deliveries.service.js';
import { notePage, passwordPage } from './delivery-notes.js';
import { deliveryPage } from './delivery-page.js';
import { deliveryTable } from './delivery-table.js';
import { SharedAccess } from './shared-access.service.js';
import { linkFormats, type LinkPassword, linkPasswordSchema, tokenField } from './sharing.schema.js';

const Token = () => Param('token', { schema: z.union([id, tokenField]).catch('') });
const editionNumber = z.coerce.number().int().min(1).max(MAX_INTEGER);
const EditionNumber = () => Param('number', { schema: editionNumber });
const tagged = z.stringbool().default(false);
const pageQuery = z.object({ edition: editionNumber.optional(), tagged });
const tableQuery = z.object({ tagged });
const archiveQuery = z.object({ tagged, format: z.enum(linkFormats).optional(), track: id.optional() });

const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  // The silence that makes browsers show a media session.
  "media-src 'self' blob:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

function sendPage(response: Response, html: string, status = 200): void {
  response
    .status(status)
    .setHeader('Content-Security-Policy', POLICY)
    .setHeader('Cache-Control', 'private, no-store')
    // With `no-referrer`, browsers would send the password form without its origin, which is refused.
    .setHeader('Referrer-Policy', 'same-origin')
    .type('html')
    .send(html);
}

function sendText(response: Response, fileName: string, contentType: string, text: string): void {
  response
    .setHeader('Content-Disposition', contentDisposition(fileName, contentType, false))
    .setHeader('Cache-Control', 'private, no-store')
    .type(contentType)
    .send(text);
}

/**
 * The pages of deliveries, at `/d/…` with the token of a link or, for people who have signed in, the id of the project.
 * They are rendered here, so that they work without scripts.
 */
@Public()
@Controller('deliveries/:token')
export class DeliveriesController {
  constructor(
    private readonly access: SharedAccess,
    private readonly deliveries: DeliveriesService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @ReplyBytes('text/html')
  async page(
    @Req() request: Request,
    @Res() response: Response,
    @Token() token: string,
    @Query({ schema: pageQuery }) { edition, tagged }: z.infer<typeof pageQuery>,
  ): Promise<void> {
    await orNote(response, token, async () =>
      sendPage(
        response,
        deliveryPage(
          await this.deliveries.show(request, response, token, { number: edition ?? null, tagged }),
          this.config.publicUrl,
        ),
      ),
    );
  }

  /** The password form of the page. */
  @Post()
  @ReplyBytes('text/html')
  async enter(
    @Req() request: Request,
    @Res() response: Response,
    @Token() token: string,
    @Body({ schema: linkPasswordSchema }) { password }: LinkPassword,
  ): Promise<void> {
    await orNote(response, token, async () => {
      await this.access.enter(request, response, token, password);
      response.redirect(303, `/d/${token}`);
    });
  }

  /** A stable address of one final. The name at its end is only for programs that save under it. */
  @Get('files/:fileId/:name')
  @ReplyBytes('application/octet-stream')
  async download(
    @Req() request: Request,
    @Res() response: Response,
    @Token() token: string,
    @IdParam('fileId') fileId: string,
    @Param('name') _name: string,
  ): Promise<void> {
    await download(request, response, token, () => this.deliveries.download(request, response, token, fileId));
  }

  /** A final with the metadata and cover of an edition in it. The name at its end is only for programs. */
  @Get('editions/:number/tagged/:fileId/:name')
  @ReplyBytes('application/octet-stream')
  async downloadTagged(
    @Req() request: Request,
    @Res() response: Response,
    @Token() token: string,
    @EditionNumber() number: number,
    @IdParam('fileId') fileId: string,
    @Param('name') _name: string,
  ): Promise<void> {
    await download(request, response, token, () =>
      this.deliveries.downloadTagged(request, response, token, number, fileId),
    );
  }

  /** The times at which tracks begin on an uploaded side, and its notes for the lathe. */
  @Get('cues/:fileId')
  @ReplyBytes('text/plain')
  async cue(
    @Req() request: Request,
    @Res() response: Response,
    @Token() token: string,
    @IdParam('fileId') fileId: string,
  ): Promise<void> {
    const { fileName, text } = await this.deliveries.cueSheet(request, response, token, fileId);
    sendText(response, fileName, 'text/plain', text);
  }

  @Get('previews/:fileId')
  @ReplyBytes('audio/mpeg')
  preview(@Req() request: Request, @Res() response: Response, @Token() token: string, @IdParam('fileId') id: string) {
    return this.deliveries.preview(request, response, token, id);
  }

  /** The cover of an edition, by its checksum. */
  @Get('cover/:sha256')
  @ReplyBytes('image/jpeg')
  async cover(
    @Req() request: Request,
    @Res() response: Response,
    @Token() token: string,
    @Param('sha256') sha256: string,
  ): Promise<void> {
    const { bytes, contentType, etag } = await this.deliveries.cover(request, response, token, sha256);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Cache-Control', 'private, no-cache').setHeader('ETag', etag);
    response.type(contentType).send(bytes);
  }

  /** The metadata of an edition with the addresses of its finals, for stores and aggregators. */
  @Get('editions/:number/metadata.csv')
  @ReplyBytes('text/csv')
  async table(
    @Req() request: Request,
    @Res() response: Response,
    @Token() token: string,
    @EditionNumber() number: number,
    @Query({ schema: tableQuery }) { tagged }: z.infer<typeof tableQuery>,
  ): Promise<void> {
    const delivery = await this.deliveries.show(request, response, token, { number, tagged });
    const text = deliveryTable(delivery, this.config.publicUrl);
    sendText(response, `${delivery.edition.content.title}.csv`, 'text/csv', text);
  }

  /** An edition as a ZIP, or one format or track of it. The name at its end is only for programs that save under it. */
  @Get('editions/:number/:name')
  @ReplyBytes('application/zip')
  async archive(
    @Req() request: Request,
    @Res() response: Response,
    @Token() token: string,
    @EditionNumber() number: number,
    @Param('name') _name: string,
    @Query({ schema: archiveQuery }) choice: z.infer<typeof archiveQuery>,
  ): Promise<void> {
    await download(request, response, token, () => this.deliveries.archive(request, response, token, number, choice));
  }
}

/** Like `orNote` for browsers; programs get the usual error. */
async function download(
  request: Request,
  response: Response,
  reference: string,
  work: () => Promise<void>,
): Promise<void> {
  if (request.accepts(['json', 'html']) !== 'html') return work();
  await orNote(response, reference, async () => {
    await work().catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'password_needed') return response.redirect(`/d/${reference}`);
      throw error;
    });
  });
}

/** Answers with a page that says what is wrong. */
async function orNote(response: Response, reference: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError) || response.headersSent) throw error;
    const { status, code, message, details } = error;
    setRetryAfter(response, details);
    if (status === 401) {
      const next = `/app/projects/${reference}?tab=files`;
      return response.redirect(`/sign-in?${new URLSearchParams({ next }).toString()}`);
    }
    if (code === 'password_needed') sendPage(response, passwordPage(null), 403);
    else if (code === 'wrong_password' || (status === 429 && response.req.method === 'POST')) {
      sendPage(response, passwordPage(message), status);
    } else if (code === 'password_stopped') sendPage(response, notePage('Too many wrong passwords', message), status);
    else if (status === 429) sendPage(response, notePage('Please wait', message), status);
    else if (code === 'not_found') sendPage(response, notePage('This link does not work', DEAD), 404);
    else if (status === 410) sendPage(response, notePage('This link has ended', ENDED), status);
    else sendPage(response, notePage('Not yet', message), status);
  }
}

const ENDED = 'Ask whoever sent it to you for a new one.';
const DEAD = 'It may be incomplete. Ask whoever sent it to you for it again.';
