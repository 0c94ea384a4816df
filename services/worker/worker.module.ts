import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { AnalysisWorker } from '../features/files/analysis.worker.js';
import { ObjectsWorker } from '../features/files/objects.worker.js';
import { SuggestionsWorker } from '../features/staging/suggestions.worker.js';
import { EventsWorkerModule } from '../platform/events/events-worker.module.js';
import { PlatformModule, type Platform } from '../platform/platform.module.js';

const features: Type[] = [];

const workers: Type[] = [AnalysisWorker, ObjectsWorker, SuggestionsWorker];

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
