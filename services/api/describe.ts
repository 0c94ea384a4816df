import { NestFactory } from '@nestjs/core';
import type { Platform } from '../platform/platform.module.js';
import { ApiModule } from './api.module.js';
import { apiDocument } from './openapi.js';

class NoDatabase {}

/** The text of `openapi.json`; nothing is connected or started. */
export async function describeApi(): Promise<string> {
  const nothing = { config: {}, logger: {}, database: { module: { module: NoDatabase } }, storage: {} } as Platform;
  const app = await NestFactory.create(ApiModule.of(nothing), { preview: true, logger: false, abortOnError: false });
  app.setGlobalPrefix('api');
  return `${JSON.stringify(apiDocument(app), null, 2)}\n`;
}
