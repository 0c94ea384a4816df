import { Body, Controller, Get, Put, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { type Actor, CurrentActor, CurrentEngineer, type Engineer, Public } from '../../platform/http/actor.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply } from '../../platform/http/reply.js';
import { AuthService } from '../auth/auth.service.js';
import { CredentialsService } from '../auth/passwords/credentials.service.js';
import {
  studioBrandSchema,
  studioSettingsSchema,
  type UpdateStudioSettings,
  updateStudioSettingsSchema,
} from './studio.schema.js';
import { StudioService } from './studio.service.js';

@ApiTags('Studio')
@Controller('studio')
export class StudioController {
  constructor(
    private readonly studio: StudioService,
    private readonly credentials: CredentialsService,
    private readonly auth: AuthService,
  ) {}

  @Get('settings')
  @Reply(studioSettingsSchema)
  settings(@CurrentEngineer() engineer: Engineer) {
    return this.studio.settings(engineer);
  }

  @Put('settings')
  @Reply(studioSettingsSchema)
  async update(
    @CurrentEngineer() engineer: Engineer,
    @Req() request: Request,
    @Body({ schema: updateStudioSettingsSchema }) { password, ...changes }: UpdateStudioSettings,
  ) {
    if (await this.studio.needsPassword(engineer, changes)) {
      await this.credentials.confirm(engineer.userId, password, await this.auth.session(request));
    }
    return this.studio.update(engineer, changes);
  }

  /** The brand that the caller sees: the engineer's own studio, or a client's only studio. */
  @Get('brand')
  @Reply(studioBrandSchema.nullable())
  ownBrand(@CurrentActor() actor: Actor) {
    return this.studio.brandFor(actor);
  }

  @Public()
  @Get('public/:id')
  @Reply(studioBrandSchema)
  brand(@IdParam() id: string) {
    return this.studio.brand(id);
  }
}
