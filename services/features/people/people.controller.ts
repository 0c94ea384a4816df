import { Body, Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { type Actor, CurrentActor } from '../../platform/http/actor.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply } from '../../platform/http/reply.js';
import {
  type ChangeRole,
  changeRoleSchema,
  type InvitePerson,
  invitePersonSchema,
  projectPeopleSchema,
  type ProjectPeopleView,
} from './people.schema.js';
import { PeopleService } from './people.service.js';

@ApiTags('People')
@Controller('projects/:projectId/people')
export class PeopleController {
  constructor(private readonly people: PeopleService) {}

  @Get()
  @Reply(projectPeopleSchema)
  list(@CurrentActor() actor: Actor, @IdParam('projectId') projectId: string): Promise<ProjectPeopleView> {
    return this.people.list(actor, projectId);
  }

  /** The reply is the same whether or not the address has an account. */
  @Post()
  @Reply(projectPeopleSchema, 201)
  async invite(
    @CurrentActor() actor: Actor,
    @IdParam('projectId') projectId: string,
    @Body({ schema: invitePersonSchema }) body: InvitePerson,
  ): Promise<ProjectPeopleView> {
    await this.people.invite(actor, projectId, body);
    return this.people.list(actor, projectId);
  }

  @Put(':userId')
  @Reply(z.null())
  async changeRole(
    @CurrentActor() actor: Actor,
    @IdParam('projectId') projectId: string,
    @IdParam('userId') userId: string,
    @Body({ schema: changeRoleSchema }) { role }: ChangeRole,
  ): Promise<null> {
    await this.people.changeRole(actor, projectId, userId, role);
    return null;
  }

  /** People may also remove themselves. */
  @Delete(':userId')
  @Reply(z.null())
  async remove(
    @CurrentActor() actor: Actor,
    @IdParam('projectId') projectId: string,
    @IdParam('userId') userId: string,
  ): Promise<null> {
    await this.people.remove(actor, projectId, userId);
    return null;
  }
}
