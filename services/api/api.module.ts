import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { AccountModule } from '../features/account/account.module.js';
import { OwnAccountController } from '../features/account/own-account.controller.js';
import { UsersController } from '../features/account/users.controller.js';
import { ActivityController } from '../features/activity/activity.controller.js';
import { ActivityModule } from '../features/activity/activity.module.js';
import { AlbumController } from '../features/album/album.controller.js';
import { AlbumModule } from '../features/album/album.module.js';
import { AnalyticsController } from '../features/analytics/analytics.controller.js';
import { AnalyticsModule } from '../features/analytics/analytics.module.js';
import { AuditController } from '../features/audit/audit.controller.js';
import { AuditModule } from '../features/audit/audit.module.js';
import { AuthController } from '../features/auth/auth.controller.js';
import { AuthModule } from '../features/auth/auth.module.js';
import { AuthLinksController } from '../features/auth/links/auth-links.controller.js';
import { OidcController } from '../features/auth/oidc/oidc.controller.js';
import { SecondFactorController } from '../features/auth/second-factor.controller.js';
import { OwnSessionsController } from '../features/auth/sessions/own-sessions.controller.js';
import { SessionGuard } from '../features/auth/sessions/session.guard.js';
import { ClientsController } from '../features/clients/clients.controller.js';
import { ClientsModule } from '../features/clients/clients.module.js';
import { InvitesController } from '../features/clients/invites.controller.js';
import { CommentsController } from '../features/comments/comments.controller.js';
import { CommentsModule } from '../features/comments/comments.module.js';
import { ConventionsController } from '../features/conventions/conventions.controller.js';
import { ConventionsModule } from '../features/conventions/conventions.module.js';
import { DdpController } from '../features/ddp/ddp.controller.js';
import { DdpModule } from '../features/ddp/ddp.module.js';
import { UploadedDdpsController } from '../features/ddp/uploaded-ddps.controller.js';
import { DeliverableChecksController } from '../features/deliverables/checks.controller.js';
import { DeliverablesModule } from '../features/deliverables/deliverables.module.js';
import { SidesController } from '../features/deliverables/sides.controller.js';
import { DemoModule } from '../features/demo/demo.module.js';
import { EngineersController } from '../features/engineers/engineers.controller.js';
import { EngineersModule } from '../features/engineers/engineers.module.js';
import { FilesController } from '../features/files/files.controller.js';
import { FilesModule } from '../features/files/files.module.js';
import { HealthController } from '../features/health/health.controller.js';
import { HealthModule } from '../features/health/health.module.js';
import { MailHoldController } from '../features/health/mail-hold.controller.js';
import { OperatorStatusController } from '../features/health/operator-status.controller.js';
import { ReaderGapsController } from '../features/health/reader-gaps.controller.js';
import { IdentifyController } from '../features/identify/identify.controller.js';
import { IdentifyModule } from '../features/identify/identify.module.js';
import { InvoicesController } from '../features/invoices/invoices.controller.js';
import { InvoicesModule } from '../features/invoices/invoices.module.js';
import { MailboxController } from '../features/mailbox/mailbox.controller.js';
import { MailboxModule } from '../features/mailbox/mailbox.module.js';
import { MailingListController } from '../features/mailing-list/mailing-list.controller.js';
import { MailingListModule } from '../features/mailing-list/mailing-list.module.js';
import { MetadataController } from '../features/metadata/metadata.controller.js';
import { MetadataModule } from '../features/metadata/metadata.module.js';
import { TaggedCopiesController } from '../features/metadata/tagged-copies.controller.js';
import { MetricsController } from '../features/metrics/metrics.controller.js';
import { MetricsModule } from '../features/metrics/metrics.module.js';
import { FailedMailsController } from '../features/notifications/failed-mails.controller.js';
import { MailPreferencesController } from '../features/notifications/mail-preferences.controller.js';
import { NotificationsController } from '../features/notifications/notifications.controller.js';
import { NotificationsModule } from '../features/notifications/notifications.module.js';
import { OverviewController } from '../features/overview/overview.controller.js';
import { OverviewModule } from '../features/overview/overview.module.js';
import { WaitingController } from '../features/overview/waiting.controller.js';
import { PaymentsController } from '../features/payments/payments.controller.js';
import { PeopleController } from '../features/people/people.controller.js';
import { PeopleModule } from '../features/people/people.module.js';
import { ProjectLifecycleModule } from '../features/project-lifecycle/project-lifecycle.module.js';
import { ProjectsController } from '../features/project-lifecycle/projects.controller.js';
import { ProjectsModule } from '../features/projects/projects.module.js';
import { OrdersController } from '../features/quotes/orders.controller.js';
import { QuotesController } from '../features/quotes/quotes.controller.js';
import { QuotesModule } from '../features/quotes/quotes.module.js';
import { RemindersController } from '../features/reminders/reminders.controller.js';
import { RemindersModule } from '../features/reminders/reminders.module.js';
import { ReportsController } from '../features/reports/reports.controller.js';
import { ReportsModule } from '../features/reports/reports.module.js';
import { SearchController } from '../features/search/search.controller.js';
import { SearchModule } from '../features/search/search.module.js';
import { DeliveriesController } from '../features/sharing/deliveries.controller.js';
import { ShareLinksController } from '../features/sharing/share-links.controller.js';
import { SharedController } from '../features/sharing/shared.controller.js';
import { SharingModule } from '../features/sharing/sharing.module.js';
import { StagingController } from '../features/staging/staging.controller.js';
import { StagingModule } from '../features/staging/staging.module.js';
import { TracksController } from '../features/staging/tracks.controller.js';
import { StagingUploadsModule } from '../features/staging-uploads/staging-uploads.module.js';
import { UploadsController } from '../features/staging-uploads/uploads.controller.js';
import { StorageUsageController } from '../features/storage-usage/storage-usage.controller.js';
import { StorageUsageModule } from '../features/storage-usage/storage-usage.module.js';
import { StudioController } from '../features/studio-settings/studio.controller.js';
import { StudioSettingsModule } from '../features/studio-settings/studio-settings.module.js';
import { AlignmentController } from '../features/suggestions/alignment.controller.js';
import { SuggestionsModule } from '../features/suggestions/suggestions.module.js';
import { TrackProposalsController } from '../features/suggestions/track-proposals.controller.js';
import { TrashController } from '../features/trash/trash.controller.js';
import { TrashModule } from '../features/trash/trash.module.js';
import { ErrorFilter } from '../platform/http/error.filter.js';
import { ReplyInterceptor } from '../platform/http/reply.js';
import { validationPipe } from '../platform/http/validation.js';
import { type Platform, PlatformModule } from '../platform/platform.module.js';
import { LiveController } from './live.controller.js';
import { LiveStreams } from './live-streams.js';
import { QueueBoardModule } from './queue-board.module.js';

const features: Type[] = [
  AuditModule,
  AuthModule,
  HealthModule,
  MetricsModule,
  AccountModule,
  ClientsModule,
  StudioSettingsModule,
  DdpModule,
  DemoModule,
  StagingModule,
  TrashModule,
  StagingUploadsModule,
  DeliverablesModule,
  SuggestionsModule,
  ConventionsModule,
  OverviewModule,
  SearchModule,
  ProjectLifecycleModule,
  ProjectsModule,
  ActivityModule,
  FilesModule,
  AlbumModule,
  MetadataModule,
  PeopleModule,
  InvoicesModule,
  IdentifyModule,
  QuotesModule,
  CommentsModule,
  SharingModule,
  MailboxModule,
  NotificationsModule,
  RemindersModule,
  ReportsModule,
  MailingListModule,
  AnalyticsModule,
  StorageUsageModule,
  EngineersModule,
];

const controllers: Type[] = [
  AuditController,
  AuthController,
  AuthLinksController,
  OidcController,
  OwnSessionsController,
  SecondFactorController,
  HealthController,
  MailHoldController,
  OperatorStatusController,
  ReaderGapsController,
  MetricsController,
  UsersController,
  OwnAccountController,
  ClientsController,
  InvitesController,
  StudioController,
  TracksController,
  StagingController,
  TrashController,
  UploadsController,
  AlignmentController,
  TrackProposalsController,
  ConventionsController,
  /** Before the projects, because their `:id` would match its path. */
  OverviewController,
  WaitingController,
  SearchController,
  ProjectsController,
  PeopleController,
  ActivityController,
  FilesController,
  AlbumController,
  DdpController,
  SidesController,
  DeliverableChecksController,
  UploadedDdpsController,
  MetadataController,
  TaggedCopiesController,
  InvoicesController,
  PaymentsController,
  OrdersController,
  IdentifyController,
  QuotesController,
  CommentsController,
  ShareLinksController,
  SharedController,
  DeliveriesController,
  NotificationsController,
  MailPreferencesController,
  FailedMailsController,
  MailboxController,
  RemindersController,
  ReportsController,
  MailingListController,
  AnalyticsController,
  StorageUsageController,
  EngineersController,
];

@Module({})
export class ApiModule {
  static of(platform: Platform): DynamicModule {
    return {
      module: ApiModule,
      imports: [PlatformModule.of(platform), ...features, QueueBoardModule],
      controllers: [...controllers, LiveController],
      providers: [
        LiveStreams,
        { provide: APP_GUARD, useClass: SessionGuard },
        { provide: APP_FILTER, useClass: ErrorFilter },
        { provide: APP_INTERCEPTOR, useClass: ReplyInterceptor },
        { provide: APP_PIPE, useFactory: validationPipe },
      ],
    };
  }
}
