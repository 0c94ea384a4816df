import { Module } from '@nestjs/common';
import { NewsService } from './news.service.js';
import { NotificationsService } from './notifications.service.js';

@Module({ providers: [NewsService, NotificationsService], exports: [NewsService, NotificationsService] })
export class NotificationsModule {}
