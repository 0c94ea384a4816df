import { Controller, Get, Put, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../platform/http/actor.js';
import type { Page } from '../../platform/http/page.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply, ReplyList } from '../../platform/http/reply.js';
import {
  countSchema,
  type NotificationListQuery,
  notificationListQuery,
  notificationSchema,
  type NotificationView,
} from './notifications.schema.js';
import { NotificationsService } from './notifications.service.js';

@Controller('notifications')
export class NotificationsController {
  constructor(private readonly notifications: NotificationsService) {}

  @Get()
  @ReplyList(notificationSchema)
  list(
    @CurrentActor() actor: Actor,
    @Query({ schema: notificationListQuery }) query: NotificationListQuery,
  ): Promise<Page<NotificationView>> {
    return this.notifications.list(actor, query);
  }

  @Get('unread-count')
  @Reply(countSchema)
  async unreadCount(@CurrentActor() actor: Actor): Promise<{ count: number }> {
    return { count: await this.notifications.unreadCount(actor) };
  }

  @Put('mark-all-read')
  @Reply(countSchema)
  async readAll(@CurrentActor() actor: Actor): Promise<{ count: number }> {
    return { count: await this.notifications.readAll(actor) };
  }

  @Put(':id/read')
  @Reply(notificationSchema)
  read(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<NotificationView> {
    return this.notifications.read(actor, id);
  }
}
