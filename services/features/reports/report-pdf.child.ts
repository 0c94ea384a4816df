import { buffer } from 'node:stream/consumers';
import { answerTasks } from '../../platform/tasks/answer-tasks.js';
import { renderReport, type ReportDocument } from './report-pdf.js';

answerTasks<ReportDocument>((document) => buffer(renderReport(document)));
