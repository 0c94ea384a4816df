import { Body, Controller, Delete, Get, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { type Actor, CurrentActor, CurrentEngineer, type Engineer } from '../../platform/http/actor.js';
import { pageQuery } from '../../platform/http/page.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply, ReplyList } from '../../platform/http/reply.js';
import { AuthService } from '../auth/auth.service.js';
import { type ChangeAddress, changeAddressSchema } from '../auth/links/auth-links.schema.js';
import { AuthLinksService } from '../auth/links/auth-links.service.js';
import { CredentialsService } from '../auth/passwords/credentials.service.js';
import { type CreateUser, createUserSchema, personSchema, userSchema } from '../users/users.schema.js';
import {
  type ChangePassword,
  changePasswordSchema,
  type DeleteUser,
  deleteUserSchema,
  profileSchema,
  type UpdateProfile,
  updateProfileSchema,
} from './profile.schema.js';
import { ProfilesService } from './profiles.service.js';
import { UsersService } from './users.service.js';

@ApiTags('Users')
@Controller('users')
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly profiles: ProfilesService,
    private readonly credentials: CredentialsService,
    private readonly auth: AuthService,
    private readonly links: AuthLinksService,
  ) {}

  @Get()
  @ReplyList(userSchema)
  list(@CurrentActor() actor: Actor, @Query({ schema: pageQuery }) query: z.infer<typeof pageQuery>) {
    return this.users.list(actor, query);
  }

  @Get(':id')
  @Reply(personSchema)
  get(@CurrentActor() actor: Actor, @IdParam() id: string) {
    return this.users.get(actor, id);
  }

  @Post()
  @Reply(userSchema, 201)
  create(@CurrentEngineer() engineer: Engineer, @Body({ schema: createUserSchema }) body: CreateUser) {
    return this.users.createClient(engineer, body);
  }

  @Get(':id/profile')
  @Reply(profileSchema)
  profile(@CurrentActor() actor: Actor, @IdParam() id: string) {
    return this.profiles.get(actor, id);
  }

  @Put(':id/profile')
  @Reply(profileSchema)
  updateProfile(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body({ schema: updateProfileSchema }) body: UpdateProfile,
  ) {
    return this.profiles.update(actor, id, body);
  }

  @Post(':id/change-password')
  @Reply(z.null())
  async changePassword(
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @IdParam() id: string,
    @Body({ schema: changePasswordSchema }) body: ChangePassword,
  ) {
    await this.profiles.assertOwn(actor, id);
    const kept = await this.auth.session(request);
    await this.credentials.changePassword(actor, body, kept?.token ?? null);
    return null;
  }

  /** Mails a link to the new sign-in address, which is used once the link is confirmed. */
  @Post(':id/sign-in-address')
  @Reply(z.null())
  async changeAddress(
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @IdParam() id: string,
    @Body({ schema: changeAddressSchema }) { email, password, code }: ChangeAddress,
  ) {
    await this.profiles.assertOwn(actor, id);
    await this.credentials.confirm(id, password, await this.auth.session(request));
    await this.credentials.confirmCode(id, code);
    await this.links.requestAddress(actor, email);
    return null;
  }

  @Delete(':id')
  @Reply(z.null())
  async delete(
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @IdParam() id: string,
    @Body({ schema: deleteUserSchema.optional() }) body: DeleteUser | undefined,
  ) {
    const isSelf = id === actor.userId;
    if (isSelf) {
      await this.credentials.confirm(id, body?.password, await this.auth.session(request));
      await this.credentials.confirmCode(id, body?.code);
    }
    await this.users.delete(actor, id);
    if (isSelf) await this.auth.signOut(request, response);
    return null;
  }
}
