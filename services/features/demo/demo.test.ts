import { expect, it } from '@jest/globals';
import { drain } from '../../testing/events/drain.js';
import { useApp } from '../../testing/use-app.js';
import type { CommentView } from '../comments/comments.schema.js';
import type { FileView } from '../files/files.schema.js';
import type { StagingFileView } from '../staging/staging.schema.js';
import { demo, openDemo, seedDemo } from './demo.writes.js';

const { app } = useApp({ worker: true });

it('shows one released project and another with unsorted files, with playable audio', async () => {
  await seedDemo(app.database);
  await openDemo(app.database);
  await openDemo(app.database);
  // Analyses half a minute of audio, on a machine that may be busy.
  await drain(app.database, 280_000);
  const engineer = app.as({ id: demo.engineerId });

  const { data: files } = await engineer.get<FileView[]>(`/api/files/project/${demo.projectId}`);
  expect(files.map(({ fileType, analysis }) => [fileType, analysis.state]).sort()).toEqual([
    ['master', 'done'],
    ['master', 'done'],
    ['upload', 'done'],
    ['upload', 'done'],
    ['variation', 'done'],
  ]);
  const { data: comments } = await engineer.get<CommentView[]>(`/api/comments/project/${demo.projectId}`);
  expect(comments).toHaveLength(3);

  const path = `/api/staging/projects/${demo.nextProjectId}`;
  const { data: staged } = await engineer.get<{ stagingFiles: StagingFileView[] }>(path);
  const placed = staged.stagingFiles.map(({ originalName, assignmentSuggestions: [best] }) => [
    originalName,
    best && best.confidence > 70 && `${best.trackNumber} ${best.slotType}`,
  ]);
  expect(Object.fromEntries(placed)).toEqual({
    '01_Harbour_CD_1644.wav': '1 cd_master',
    '01_Harbour_MST_24.wav': '1 streaming_master',
    '02_PaperMoon_Inst_24.wav': '2 instrumental_master',
    '02_PaperMoon_MST_24.wav': '2 streaming_master',
    '03_SaltRoad_HD_88.wav': '3 hires_master',
    'Bounce 0417.wav': '3 streaming_master',
  });
});

it('does not change a studio that has been used', async () => {
  await openDemo(app.database);
  expect(await app.database.query('SELECT 1 FROM projects WHERE studio_id = $1', [demo.studioId])).toHaveLength(2);
});
