import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { z } from 'zod';
import { type Actor, CurrentActor, CurrentEngineer, type Engineer } from '../../platform/http/actor.js';
import type { Page } from '../../platform/http/page.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply, ReplyList } from '../../platform/http/reply.js';
import {
  type CreateProject,
  createProjectSchema,
  type DeletedProject,
  deletedProjectSchema,
  type DeleteProject,
  deleteProjectSchema,
  type ProjectListQuery,
  projectListQuery,
  projectSchema,
  type ProjectView,
  type UpdateProject,
  updateProjectSchema,
} from '../projects/projects.schema.js';
import { DeletedProjectsService } from './deleted-projects.service.js';
import { ProjectsService } from './projects.service.js';

@Controller('projects')
export class ProjectsController {
  constructor(
    private readonly projects: ProjectsService,
    private readonly deleted: DeletedProjectsService,
  ) {}

  @Post()
  @Reply(projectSchema, 201)
  create(
    @CurrentEngineer() engineer: Engineer,
    @Body({ schema: createProjectSchema }) body: CreateProject,
  ): Promise<ProjectView> {
    return this.projects.create(engineer, body);
  }

  @Get()
  @ReplyList(projectSchema)
  list(
    @CurrentActor() actor: Actor,
    @Query({ schema: projectListQuery }) query: ProjectListQuery,
  ): Promise<Page<ProjectView>> {
    return this.projects.list(actor, query);
  }

  @Get('deleted')
  @Reply(z.array(deletedProjectSchema))
  listDeleted(@CurrentEngineer() engineer: Engineer): Promise<DeletedProject[]> {
    return this.deleted.list(engineer);
  }

  @Get(':id')
  @Reply(projectSchema)
  get(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<ProjectView> {
    return this.projects.get(actor, id);
  }

  @Put(':id')
  @Reply(projectSchema)
  update(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body({ schema: updateProjectSchema }) body: UpdateProject,
  ): Promise<ProjectView> {
    return this.projects.update(actor, id, body);
  }

  /** Hides the project from everyone. It can be restored for 30 days. */
  @Delete(':id')
  @Reply(z.null())
  async delete(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body({ schema: deleteProjectSchema }) { title }: DeleteProject,
  ): Promise<null> {
    await this.deleted.delete(actor, id, title);
    return null;
  }

  @Post('deleted/:id/restore')
  @Reply(projectSchema)
  async restore(@CurrentEngineer() engineer: Engineer, @IdParam() id: string): Promise<ProjectView> {
    await this.deleted.restore(engineer, id);
    return this.projects.get(engineer, id);
  }

  @Delete('deleted/:id')
  @Reply(z.null())
  async deleteForGood(@CurrentEngineer() engineer: Engineer, @IdParam() id: string): Promise<null> {
    await this.deleted.deleteForGood(engineer, id);
    return null;
  }

  /** Records that the caller has seen the project's timeline. */
  @Put(':id/visit')
  @Reply(z.null())
  async visit(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<null> {
    await this.projects.visit(actor, id);
    return null;
  }
}
