import { Module } from '@nestjs/common';
import { InvoicesModule } from '../invoices/invoices.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { MailContents } from './contents/mail-contents.service.js';
import { FailedMailsService } from './failed-mails.service.js';
import { MailPreferencesService } from './mail-preferences.service.js';
import { NotificationsService } from './notifications.service.js';
import { Notifier } from './notifier.service.js';

const services = [FailedMailsService, MailContents, MailPreferencesService, Notifier, NotificationsService];

@Module({ imports: [InvoicesModule, ProjectsModule], providers: services, exports: services })
export class NotificationsModule {}
