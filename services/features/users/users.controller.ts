import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { type Actor, CurrentActor, CurrentEngineer, type Engineer } from '../../platform/http/actor.js';
import { pageQuery } from '../../platform/http/page.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply, ReplyList } from '../../platform/http/reply.js';
import { type CreateUser, createUserSchema, personSchema, userSchema } from './users.schema.js';
import { UsersService } from './users.service.js';

@ApiTags('Users')
@Controller('users')
export class UsersController {
  constructor(private readonly users: UsersService) {}

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

  @Delete(':id')
  @Reply(z.null())
  async delete(@CurrentActor() actor: Actor, @IdParam() id: string) {
    await this.users.delete(actor, id);
    return null;
  }
}
