import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentEngineer, type Engineer } from '../../platform/http/actor.js';
import { ReplyList } from '../../platform/http/reply.js';
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
}
