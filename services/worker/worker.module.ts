import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { AnalysisWorker } from '../features/audio/analysis.worker.js';
import { ChecksumsWorker } from '../features/audio/checksums.worker.js';
import { DerivedSizesWorker } from '../features/audio/derived-sizes.worker.js';
import { LosslessWorker } from '../features/audio/lossless.worker.js';
import { LostObjectsWorker } from '../features/audio/lost-objects.worker.js';
import { ObjectsWorker } from '../features/audio/objects.worker.js';
import { OrphansWorker } from '../features/audio/orphans.worker.js';
import { StuckAnalysesWorker } from '../features/audio/stuck-analyses.worker.js';
import { StudioShares } from '../features/audio/studio-shares.service.js';
import { AuditWorker } from '../features/audit/audit.worker.js';
import { AuthLinksWorker } from '../features/auth/links/auth-links.worker.js';
import { SecurityMailWorker } from '../features/auth/security-mail.worker.js';
import { SessionsWorker } from '../features/auth/sessions/sessions.worker.js';
import { ClientsModule } from '../features/clients/clients.module.js';
import { InvitesWorker } from '../features/clients/invites.worker.js';
import { DdpReportsWorker } from '../features/ddp/ddp-reports.worker.js';
import { DiscImagesWorker } from '../features/ddp/disc-images.worker.js';
import { DeliverablesWorker } from '../features/deliverables/deliverables.worker.js';
import { DemoWorker } from '../features/demo/demo.worker.js';
import { EngineersWorker } from '../features/engineers/engineers.worker.js';
import { AbandonedUploadsWorker } from '../features/files/abandoned-uploads.worker.js';
import { FilesModule } from '../features/files/files.module.js';
import { MailServerWorker } from '../features/health/mail-server.worker.js';
import { InvoicesModule } from '../features/invoices/invoices.module.js';
import { OverdueWorker } from '../features/invoices/overdue.worker.js';
import { AlbumNewsWorker } from '../features/notifications/album-news.worker.js';
import { CommentNewsWorker } from '../features/notifications/comment-news.worker.js';
import { DeliveryNewsWorker } from '../features/notifications/delivery-news.worker.js';
import { DeliveryRemindersWorker } from '../features/notifications/delivery-reminders.worker.js';
import { GuestNewsWorker } from '../features/notifications/guest-news.worker.js';
import { InvoiceNewsWorker } from '../features/notifications/invoice-news.worker.js';
import { NotificationMailWorker } from '../features/notifications/notification-mail.worker.js';
import { NotificationsModule } from '../features/notifications/notifications.module.js';
import { PeopleNewsWorker } from '../features/notifications/people-news.worker.js';
import { ProjectNewsWorker } from '../features/notifications/project-news.worker.js';
import { QuoteNewsWorker } from '../features/notifications/quote-news.worker.js';
import { RevisionQuestionWorker } from '../features/notifications/revision-question.worker.js';
import { ProjectLifecycleModule } from '../features/project-lifecycle/project-lifecycle.module.js';
import { ProjectsModule } from '../features/projects/projects.module.js';
import { QuoteExpiryWorker } from '../features/quotes/quote-expiry.worker.js';
import { QuotesModule } from '../features/quotes/quotes.module.js';
import { RemindersModule } from '../features/reminders/reminders.module.js';
import { RemindersWorker } from '../features/reminders/reminders.worker.js';
import { EditionCopiesModule } from '../features/sharing/edition-copies.module.js';
import { EditionsWorker } from '../features/sharing/editions.worker.js';
import { ArrivalsWorker } from '../features/staging/planned-placements.worker.js';
import { StagingModule } from '../features/staging/staging.module.js';
import { StagingUploadsModule } from '../features/staging-uploads/staging-uploads.module.js';
import { UnregisteredUploadsWorker } from '../features/staging-uploads/unregistered-uploads.worker.js';
import { SuggestionsWorker } from '../features/suggestions/suggestions.worker.js';
import { TrashModule } from '../features/trash/trash.module.js';
import { TrashWorker } from '../features/trash/trash.worker.js';
import { definedEvents } from '../platform/events/define-event.js';
import { EventsWorkerModule } from '../platform/events/events-worker.module.js';
import { type Platform, PlatformModule } from '../platform/platform.module.js';

const features: Type[] = [
  ClientsModule,
  FilesModule,
  InvoicesModule,
  EditionCopiesModule,
  NotificationsModule,
  ProjectLifecycleModule,
  ProjectsModule,
  QuotesModule,
  RemindersModule,
  StagingModule,
  TrashModule,
  StagingUploadsModule,
];

const workers: Type[] = [
  ArrivalsWorker,
  AuditWorker,
  AuthLinksWorker,
  SecurityMailWorker,
  InvitesWorker,
  EngineersWorker,
  AbandonedUploadsWorker,
  AnalysisWorker,
  ChecksumsWorker,
  AlbumNewsWorker,
  CommentNewsWorker,
  DeliveryNewsWorker,
  DeliveryRemindersWorker,
  DeliverablesWorker,
  DemoWorker,
  DdpReportsWorker,
  DerivedSizesWorker,
  DiscImagesWorker,
  EditionsWorker,
  GuestNewsWorker,
  InvoiceNewsWorker,
  PeopleNewsWorker,
  ProjectNewsWorker,
  RevisionQuestionWorker,
  QuoteExpiryWorker,
  QuoteNewsWorker,
  LosslessWorker,
  LostObjectsWorker,
  MailServerWorker,
  NotificationMailWorker,
  ObjectsWorker,
  OrphansWorker,
  OverdueWorker,
  RemindersWorker,
  SessionsWorker,
  StuckAnalysesWorker,
  SuggestionsWorker,
  TrashWorker,
  UnregisteredUploadsWorker,
];

@Module({})
export class WorkerModule {
  static of(platform: Platform): DynamicModule {
    const { analysisConcurrency } = platform.config;
    const concurrency = {
      default: 24,
      probe: analysisConcurrency,
      analysis: analysisConcurrency,
      copies: 4,
      news: 8,
      // Most of these only wait for answers: the mailer transfers few at once.
      mail: 32,
    };
    return {
      module: WorkerModule,
      imports: [
        PlatformModule.of(platform),
        ...features,
        EventsWorkerModule.of({ events: definedEvents(), concurrency }),
      ],
      providers: [StudioShares, ...workers],
    };
  }
}
