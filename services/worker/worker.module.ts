import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { SessionsWorker } from '../features/auth/sessions.worker.js';
import { AbandonedUploadsWorker } from '../features/files/abandoned-uploads.worker.js';
import { AnalysisWorker } from '../features/files/analysis.worker.js';
import { FilesModule } from '../features/files/files.module.js';
import { LostObjectsWorker } from '../features/files/lost-objects.worker.js';
import { ObjectsWorker } from '../features/files/objects.worker.js';
import { OrphansWorker } from '../features/files/orphans.worker.js';
import { StuckAnalysesWorker } from '../features/files/stuck-analyses.worker.js';
import { ArrivalsWorker } from '../features/staging/arrivals.worker.js';
import { StagingModule } from '../features/staging/staging.module.js';
import { ProjectNewsWorker } from '../features/notifications/project-news.worker.js';
import { NotificationsModule } from '../features/notifications/notifications.module.js';
import { SuggestionsWorker } from '../features/staging/suggestions.worker.js';
import { EventsWorkerModule } from '../platform/events/events-worker.module.js';
import { PlatformModule, type Platform } from '../platform/platform.module.js';

const features: Type[] = [FilesModule, NotificationsModule, StagingModule];

const workers: Type[] = [
  AbandonedUploadsWorker,
  AnalysisWorker,
  ArrivalsWorker,
  ProjectNewsWorker,
  LostObjectsWorker,
  ObjectsWorker,
  OrphansWorker,
  SessionsWorker,
  StuckAnalysesWorker,
  SuggestionsWorker,
];

@Module({})
export class WorkerModule {
  static of(platform: Platform): DynamicModule {
    return {
      module: WorkerModule,
      imports: [PlatformModule.of(platform), ...features, EventsWorkerModule],
      providers: workers,
    };
  }
}
