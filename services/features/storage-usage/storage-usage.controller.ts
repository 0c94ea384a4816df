import { Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentEngineer, type Engineer } from '../../platform/http/actor.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply } from '../../platform/http/reply.js';
import { freedSchema, storageUsageSchema } from './storage-usage.schema.js';
import { StorageUsageService } from './storage-usage.service.js';

@ApiTags('Storage')
@Controller('storage')
export class StorageUsageController {
  constructor(private readonly storage: StorageUsageService) {}

  @Get()
  @Reply(storageUsageSchema)
  usage(@CurrentEngineer() engineer: Engineer) {
    return this.storage.usage(engineer);
  }

  @Post('delete-superseded')
  @Reply(freedSchema)
  deleteAllSuperseded(@CurrentEngineer() engineer: Engineer) {
    return this.storage.deleteSuperseded(engineer, null);
  }

  @Post('projects/:id/delete-superseded')
  @Reply(freedSchema)
  deleteSuperseded(@CurrentEngineer() engineer: Engineer, @IdParam() id: string) {
    return this.storage.deleteSuperseded(engineer, id);
  }

  @Post('projects/:id/archive')
  @Reply(freedSchema)
  archive(@CurrentEngineer() engineer: Engineer, @IdParam() id: string) {
    return this.storage.archive(engineer, id);
  }
}
