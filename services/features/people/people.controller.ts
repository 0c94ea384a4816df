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

  @Put(':personId')
  @Reply(z.null())
  async changeRole(
    @CurrentActor() actor: Actor,
    @IdParam('projectId') projectId: string,
    @IdParam('personId') personId: string,
    @Body({ schema: changeRoleSchema }) { role }: ChangeRole,
  ): Promise<null> {
    await this.people.changeRole(actor, projectId, personId, role);
    return null;
  }

  /** People may also remove themselves. */
  @Delete(':personId')
  @Reply(z.null())
  async remove(
    @CurrentActor() actor: Actor,
    @IdParam('projectId') projectId: string,
    @IdParam('personId') personId: string,
  ): Promise<null> {
    await this.people.remove(actor, projectId, personId);
    return null;
  }
}
