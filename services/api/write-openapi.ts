import { NestFactory } from '@nestjs/core';
import { writeFile } from 'node:fs/promises';
import type { Platform } from '../platform/platform.module.js';
import { ApiModule } from './api.module.js';
import { apiDocument } from './openapi.js';

/** Writes the API's document to the path given; nothing is connected to or started. */
const path = process.argv[2] ?? 'openapi.json';
const nothing = { config: {}, logger: {}, database: {}, storage: {} } as Platform;
const app = await NestFactory.create(ApiModule.of(nothing), { preview: true, logger: false });
app.setGlobalPrefix('api');
await writeFile(path, `${JSON.stringify(apiDocument(app), null, 2)}\n`);
