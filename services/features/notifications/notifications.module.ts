import { type MiddlewareConsumer, Module, type NestModule, RequestMethod } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { InvoicesModule } from '../invoices/invoices.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { MailContents } from './contents/mail-contents.service.js';
import { FailedMailsService } from './failed-mails.service.js';
import { MailPreferencesService } from './mail-preferences.service.js';
import { NotificationsService } from './notifications.service.js';
import { Notifier } from './notifier.service.js';

const services = [FailedMailsService, MailContents, MailPreferencesService, Notifier, NotificationsService];

@Module({ imports: [InvoicesModule, ProjectsModule], providers: services, exports: services })
export class NotificationsModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(pageForBrowsers).forRoutes({ path: 'notifications/unsubscribe/:token', method: RequestMethod.GET });
  }
}

/** Mail programs without one-click unsubscribe open the address of `List-Unsubscribe` in a browser. */
function pageForBrowsers(request: Request<{ token: string }>, response: Response, next: NextFunction): void {
  response.vary('Accept');
  if (request.accepts(['json', 'html']) !== 'html') return next();
  response.redirect(303, `/unsubscribe/${encodeURIComponent(request.params.token)}`);
}
