import type { OnApplicationShutdown } from '@nestjs/common';

/** Sends the spans of this process to a collector; the last ones are sent when it ends. */
export interface Tracing extends OnApplicationShutdown {
  onApplicationShutdown(): Promise<void>;
}
