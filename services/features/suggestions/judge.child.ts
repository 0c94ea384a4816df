import { answerTasks } from '../../platform/tasks/answer-tasks.js';
import { type Batch, judgeBatch } from './judge-batch.js';

answerTasks<Batch>(async (batch) => judgeBatch(batch));
