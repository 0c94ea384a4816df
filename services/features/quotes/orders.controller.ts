import { Controller, Get } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../platform/http/actor.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply } from '../../platform/http/reply.js';
import { ordersSchema, type OrdersView } from './orders.schema.js';
import { OrdersService } from './orders.service.js';

@Controller('orders')
export class OrdersController {
  constructor(private readonly orders: OrdersService) {}

  /** Everything that the accepted quotes order, and how far each thing is. */
  @Get('projects/:projectId')
  @Reply(ordersSchema)
  read(@CurrentActor() actor: Actor, @IdParam('projectId') projectId: string): Promise<OrdersView> {
    return this.orders.read(actor, projectId);
  }
}
