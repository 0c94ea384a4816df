import { proposeTracks } from '../../engine/proposals/propose-tracks.js';
import { answerTasks } from '../../platform/tasks/answer-tasks.js';
import type { ProposalsTask } from './proposals-task.js';

answerTasks<ProposalsTask>(async ({ project, known, files, placed }) =>
  proposeTracks(project, known, files, new Set(placed)),
);
