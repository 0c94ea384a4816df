import { Controller, Get } from '@nestjs/common';
import { CurrentEngineer, type Engineer } from '../../platform/http/actor.js';
import { Reply } from '../../platform/http/reply.js';
import { overviewSchema, type OverviewView } from './overview.schema.js';
import { OverviewService } from './overview.service.js';

@Controller('projects/overview')
export class OverviewController {
  constructor(private readonly overview: OverviewService) {}

  @Get()
  @Reply(overviewSchema)
  get(@CurrentEngineer() engineer: Engineer): Promise<OverviewView> {
    return this.overview.get(engineer);
  }
}
