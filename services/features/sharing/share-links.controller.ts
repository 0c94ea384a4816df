import { Body, Controller, Delete, Get, Post } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../platform/http/actor.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply } from '../../platform/http/reply.js';
import { ShareLinksService } from './share-links.service.js';
import {
  type CreateShareLink,
  createShareLinkSchema,
  type ProjectLinks,
  projectLinksSchema,
  shareLinkSchema,
  type ShareLinkView,
} from './sharing.schema.js';

@Controller('share-links')
export class ShareLinksController {
  constructor(private readonly links: ShareLinksService) {}

  @Get('project/:projectId')
  @Reply(projectLinksSchema)
  list(@CurrentActor() actor: Actor, @IdParam('projectId') projectId: string): Promise<ProjectLinks> {
    return this.links.list(actor, projectId);
  }

  @Post()
  @Reply(shareLinkSchema, 201)
  create(
    @CurrentActor() actor: Actor,
    @Body({ schema: createShareLinkSchema }) body: CreateShareLink,
  ): Promise<ShareLinkView> {
    return this.links.create(actor, body);
  }

  /** Ends a link at once and for good. */
  @Delete(':id')
  @Reply(shareLinkSchema)
  revoke(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<ShareLinkView> {
    return this.links.revoke(actor, id);
  }
}
