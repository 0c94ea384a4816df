import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { FailedMailsService } from './failed-mails.service.js';
import { MailPreferencesService } from './mail-preferences.service.js';
import { NewsService } from './news.service.js';
import { NotificationsService } from './notifications.service.js';

const services = [FailedMailsService, MailPreferencesService, NewsService, NotificationsService];

@Module({ imports: [ProjectsModule], providers: services, exports: services })
export class NotificationsModule {}
