import { Module } from '@nestjs/common';
import { MailPreferencesService } from './mail-preferences.service.js';
import { NewsService } from './news.service.js';
import { NotificationsService } from './notifications.service.js';

const services = [MailPreferencesService, NewsService, NotificationsService];

@Module({ providers: services, exports: services })
export class NotificationsModule {}
