import { Controller, Delete, Get, Put, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { type Actor, CurrentActor } from '../../platform/http/actor.js';
import { IdParam } from '../../platform/http/params.js';
import { RateLimiter } from '../../platform/http/rate-limiter.js';
import { Reply, ReplyBytes } from '../../platform/http/reply.js';
import { AvatarsService } from './avatars.service.js';
import { OwnDataService } from './own-data.service.js';
import { avatarSchema } from './profile.schema.js';
import { ProfilesService } from './profiles.service.js';

const DATA_RULE = { window: 3600, max: 20 };
const AVATAR_RULE = { window: 3600, max: 60 };

@ApiTags('Users')
@Controller('users/:id')
export class OwnAccountController {
  constructor(
    private readonly profiles: ProfilesService,
    private readonly avatars: AvatarsService,
    private readonly ownData: OwnDataService,
    private readonly limiter: RateLimiter,
  ) {}

  /** The body is the picture itself: a PNG, JPEG, WebP or GIF. */
  @Put('avatar')
  @ApiConsumes('application/octet-stream')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @Reply(avatarSchema)
  async setAvatar(@CurrentActor() actor: Actor, @IdParam() id: string, @Req() request: Request) {
    await this.profiles.assertOwn(actor, id);
    await this.limiter.enforce(`avatar:${id}`, AVATAR_RULE);
    return { avatar: await this.avatars.put(actor, request) };
  }

  @Delete('avatar')
  @Reply(z.null())
  async removeAvatar(@CurrentActor() actor: Actor, @IdParam() id: string) {
    await this.profiles.assertOwn(actor, id);
    await this.avatars.remove(actor);
    return null;
  }

  /** Downloads all stored data about the caller. */
  @Get('data')
  @ReplyBytes('application/json')
  async data(@CurrentActor() actor: Actor, @IdParam() id: string, @Res() response: Response): Promise<void> {
    await this.profiles.assertOwn(actor, id);
    await this.limiter.enforce(`own-data:${id}`, DATA_RULE);
    const data = await this.ownData.of(actor);
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Disposition', 'attachment; filename="my-data.json"');
    response.setHeader('Cache-Control', 'private, no-store');
    response.send(JSON.stringify(data, null, 2));
  }
}
