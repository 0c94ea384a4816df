import { writeFile } from 'node:fs/promises';
import { describeApi } from './describe.js';

/** Writes the API's document to the given path. */
await writeFile(process.argv[2] ?? 'openapi.json', await describeApi());
