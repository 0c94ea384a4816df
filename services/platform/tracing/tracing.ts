import type { OnApplicationShutdown } from '@nestjs/common';

/** The spans of this process on their way to a collector; the last ones leave when it ends. */
export interface Tracing extends OnApplicationShutdown {
  onApplicationShutdown(): Promise<void>;
}
