import { Body, Controller, Get, Param, Post, Put } from '@nestjs/common';
import { z } from 'zod';
import { type Actor, CurrentActor, Public } from '../../platform/http/actor.js';
import { text } from '../../platform/http/fields.js';
import { Reply } from '../../platform/http/reply.js';
import { MailPreferencesService } from './mail-preferences.service.js';
import { type MailPreference, mailPreferenceSchema } from './notifications.schema.js';

const TokenParam = () => Param('token', { schema: text(500) });

@Controller('notifications')
export class MailPreferencesController {
  constructor(private readonly preferences: MailPreferencesService) {}

  @Get('preferences')
  @Reply(z.array(mailPreferenceSchema))
  list(@CurrentActor() actor: Actor): Promise<MailPreference[]> {
    return this.preferences.list(actor);
  }

  @Put('preferences')
  @Reply(mailPreferenceSchema)
  set(
    @CurrentActor() actor: Actor,
    @Body({ schema: mailPreferenceSchema }) body: MailPreference,
  ): Promise<MailPreference> {
    return this.preferences.set(actor, body);
  }

  /** Changes nothing, because mail scanners follow every link. */
  @Public()
  @Get('unsubscribe/:token')
  @Reply(mailPreferenceSchema)
  look(@TokenParam() token: string): Promise<MailPreference> {
    return this.preferences.look(token);
  }

  /** One-click unsubscribe (RFC 8058), also used by the button of the page that the mail links to. */
  @Public()
  @Post('unsubscribe/:token')
  @Reply(mailPreferenceSchema)
  unsubscribe(@TokenParam() token: string): Promise<MailPreference> {
    return this.preferences.unsubscribe(token);
  }
}
