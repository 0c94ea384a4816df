import { Body, Controller, Param, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { type Actor, CurrentActor, Public } from '../../platform/http/actor.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply } from '../../platform/http/reply.js';
import { tokenField } from '../sharing/sharing.schema.js';
import { type Identity, identitySchema, type UnknownFile, unknownFileSchema } from './identify.schema.js';
import { IdentifyService } from './identify.service.js';

@Controller('identify')
export class IdentifyController {
  constructor(private readonly identify: IdentifyService) {}

  /** Says which file of the project a file is. */
  @Post('projects/:projectId')
  @Reply(identitySchema)
  forMember(
    @CurrentActor() actor: Actor,
    @IdParam('projectId') projectId: string,
    @Body({ schema: unknownFileSchema }) file: UnknownFile,
  ): Promise<Identity> {
    return this.identify.forMember(actor, projectId, file);
  }

  /** Says which final of a delivery link a file is. */
  @Public()
  @Post('links/:token')
  @Reply(identitySchema)
  forVisitor(
    @Req() request: Request,
    @Param('token', { schema: tokenField.catch('') }) token: string,
    @Body({ schema: unknownFileSchema }) file: UnknownFile,
  ): Promise<Identity> {
    return this.identify.forVisitor(request, token, file);
  }
}
