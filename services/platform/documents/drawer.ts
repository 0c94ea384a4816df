import { AppError } from '../errors.js';
import { FairTasks } from '../tasks/fair-tasks.js';
import { TaskFailedError } from '../tasks/task-process.js';
import type { DocumentBrand } from './document.js';

/** A document with the letters of a hundred East Asian font files takes about 500 MB. */
const MAX_RSS_BYTES = 768 * 1024 ** 2;

/**
 * Draws documents of one kind as PDF, in a separate process that runs `module` (`x.child`, beside `importer`); a logo
 * that exceeds the limits is left out. Studios take turns. The returned function
 * @throws AppError 503 when a document cannot be drawn without a logo either.
 */
export function documentDrawer<Document extends { brand: DocumentBrand }>(
  importer: string,
  module: string,
  timeoutMs = 10_000,
): (document: Document, studioId: string) => Promise<Uint8Array> {
  const extension = importer.endsWith('.ts') ? 'ts' : 'js';
  const limits = { timeoutMs, maxRssBytes: MAX_RSS_BYTES };
  const tasks = new FairTasks<Document, Uint8Array>(new URL(`${module}.${extension}`, importer), limits, 1);
  return async function draw(document: Document, studioId: string): Promise<Uint8Array> {
    try {
      return await tasks.run(document, studioId);
    } catch (error) {
      if (!(error instanceof TaskFailedError)) throw error;
      if (document.brand.logo) {
        return draw({ ...document, brand: { ...document.brand, logo: '' } }, studioId);
      }
      throw new AppError(503, 'document_failed', 'The document could not be drawn. Please try again.');
    }
  };
}
