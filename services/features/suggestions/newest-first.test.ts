import { expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import { drain } from '../../testing/events/drain.js';
import { useApp } from '../../testing/use-app.js';
import { bumpStagingRevision } from '../projects/staging-revision.writes.js';

const { app, own, stage } = useApp({ worker: true, project: {} });

const NAMES = ['01 Ember.wav', '01 Ember zzkorr.wav'];
const NOON = Date.UTC(2026, 9, 1, 12);

it.each([0, 1])(
  'of two files that no known word tells apart the one changed last is offered first: %d',
  async (newer) => {
    const rows = build(app);
    await rows.track({ projectId: own.project.id, trackNumber: 1, title: 'Ember' });
    for (const [i, originalName] of NAMES.entries()) {
      const audio = await rows.audio({ state: 'done' });
      const lastModified = NOON + (i === newer ? 3_600_000 : 0);
      await rows.stagingFile({ projectId: own.project.id, audioId: audio.id, originalName, lastModified });
    }
    await app.database.transaction((tx) => bumpStagingRevision(tx, own.project.id));
    await drain(app.database);
    const files = await stage.files();
    const offered = NAMES.map(
      (name) => files.find(({ originalName }) => originalName === name)!.assignmentSuggestions[0]!,
    );
    expect(offered.map(({ slotType }) => slotType)).toEqual(['streaming_master', 'streaming_master']);
    for (const { confidence } of offered) expect(confidence).toBeLessThanOrEqual(70);
    expect(offered[newer]!.confidence).toBeGreaterThan(offered[1 - newer]!.confidence);
  },
);
