import { SLOT_TYPES } from '../../engine/types.js';
import { answerTasks } from '../../platform/tasks/answer-tasks.js';
import { type Batch, suggestBatch } from './suggest-batch.js';

/**
 * Loads the vocabulary and runs the code once. The first run takes four times as long, and no request waits for it
 * yet.
 */
function warmUp(): void {
  const slots = SLOT_TYPES.map((slotType) => ({ slotType, isRequired: false, filled: false }));
  const titles = ['Ember', 'Low Tide', 'Glass Orchard', 'Paper Moon'];
  suggestBatch({
    project: { title: 'Inland', artist: 'Ada Voss' },
    tracks: titles.map((title, i) => ({
      id: title,
      trackNumber: i + 1,
      title,
      isrc: null,
      notes: null,
      durationS: null,
      slots,
    })),
    originals: titles.map((title) => ({ id: title, name: `${title} mix 2.wav`, durationS: 200 })),
    files: titles.flatMap((title, i) =>
      ['', ' (Instrumental)', ' CD 16-44', ' v2'].map((version) => ({
        id: title + version,
        name: `Ada Voss - 0${i + 1} ${title}${version}.wav`,
        durationS: 200,
      })),
    ),
    rules: [],
  });
}

warmUp();
answerTasks<Batch>(async (batch) => suggestBatch(batch));
