import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor, CurrentEngineer, type Engineer, Public } from '../../platform/http/actor.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply } from '../../platform/http/reply.js';
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
  constructor(private readonly studio: StudioService) {}

  @Get('settings')
  @Reply(studioSettingsSchema)
  settings(@CurrentEngineer() engineer: Engineer) {
    return this.studio.settings(engineer);
  }

  @Put('settings')
  @Reply(studioSettingsSchema)
  update(
    @CurrentEngineer() engineer: Engineer,
    @Body({ schema: updateStudioSettingsSchema }) body: UpdateStudioSettings,
  ) {
    return this.studio.update(engineer, body);
  }

  /** Under whose name the caller is here: the engineer's own studio, or the only one of a client. */
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
