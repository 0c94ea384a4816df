import { documentDrawer } from '../../platform/documents/drawer.js';
import type { InvoiceDocument } from './invoice-pdf.js';

export const drawInvoice = documentDrawer<InvoiceDocument>(import.meta.url, './invoice-pdf.child');
