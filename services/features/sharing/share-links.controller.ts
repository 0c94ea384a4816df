import { Body, Controller, Delete, Get, Post, Put } from '@nestjs/common';
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
  type UpdateShareLink,
  updateShareLinkSchema,
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

  /** Changes what a link opens, its end or its password. Its address stays. */
  @Put(':id')
  @Reply(shareLinkSchema)
  update(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body({ schema: updateShareLinkSchema }) body: UpdateShareLink,
  ): Promise<ShareLinkView> {
    return this.links.update(actor, id, body);
  }

  /** Gives a link a new address and ends the old one. A link that has ended works again. */
  @Post(':id/renew')
  @Reply(shareLinkSchema, 201)
  renew(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<ShareLinkView> {
    return this.links.renew(actor, id);
  }

  /** Ends a link at once and for good. */
  @Delete(':id')
  @Reply(shareLinkSchema)
  revoke(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<ShareLinkView> {
    return this.links.revoke(actor, id);
  }
}
