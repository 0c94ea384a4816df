import { Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { CurrentEngineer, type Engineer } from '../../platform/http/actor.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply, ReplyList } from '../../platform/http/reply.js';
import { type ClientListQuery, clientListQuery, clientSchema } from './clients.schema.js';
import { ClientsService } from './clients.service.js';

@ApiTags('Clients')
@Controller('clients')
export class ClientsController {
  constructor(private readonly clients: ClientsService) {}

  @Get()
  @ReplyList(clientSchema)
  list(@CurrentEngineer() engineer: Engineer, @Query({ schema: clientListQuery }) query: ClientListQuery) {
    return this.clients.list(engineer, query);
  }

  @Post(':id/suspend')
  @Reply(z.null())
  async suspend(@CurrentEngineer() engineer: Engineer, @IdParam() id: string): Promise<null> {
    await this.clients.suspend(engineer, id, true);
    return null;
  }

  @Post(':id/resume')
  @Reply(z.null())
  async resume(@CurrentEngineer() engineer: Engineer, @IdParam() id: string): Promise<null> {
    await this.clients.suspend(engineer, id, false);
    return null;
  }
}
