import { AppError } from '../../platform/errors.js';
import { TaskFailed, TaskProcess } from '../../platform/tasks/task-process.js';
import type { InvoiceDocument } from './invoice-pdf.js';

const process = new TaskProcess<InvoiceDocument, Uint8Array>(
  new URL(import.meta.url.endsWith('.ts') ? './invoice-pdf.child.ts' : './invoice-pdf.child.js', import.meta.url),
  { timeoutMs: 10_000, maxRssBytes: 512 * 1024 ** 2 },
);

/**
 * The invoice as a PDF, drawn in a process of its own; a logo that breaks its limits is left out.
 * @throws AppError 503 when it cannot be drawn without a logo either.
 */
export async function drawInvoice(document: InvoiceDocument): Promise<Uint8Array> {
  try {
    return await process.run(document);
  } catch (error) {
    if (!(error instanceof TaskFailed)) throw error;
    if (document.brand.brandLogo) return drawInvoice({ ...document, brand: { ...document.brand, brandLogo: '' } });
    throw new AppError(503, 'document_failed', 'The document could not be drawn. Please try again.');
  }
}
