import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { FailedMailsService } from './failed-mails.service.js';
import { MailPreferencesService } from './mail-preferences.service.js';
import { NotificationsService } from './notifications.service.js';
import { Notifier } from './notifier.service.js';

const services = [FailedMailsService, MailPreferencesService, Notifier, NotificationsService];

@Module({ imports: [ProjectsModule], providers: services, exports: services })
export class NotificationsModule {}
