import { buffer } from 'node:stream/consumers';
import { answerTasks } from '../../platform/tasks/answer-tasks.js';
import { type InvoiceDocument, renderInvoice } from './invoice-pdf.js';

answerTasks<InvoiceDocument>((document) => buffer(renderInvoice(document)));
