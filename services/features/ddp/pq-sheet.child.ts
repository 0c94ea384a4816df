import { buffer } from 'node:stream/consumers';
import { answerTasks } from '../../platform/tasks/answer-tasks.js';
import { type PqSheetDocument, renderPqSheet } from './pq-sheet-pdf.js';

answerTasks<PqSheetDocument>((document) => buffer(renderPqSheet(document)));
