import { describe, expect, it } from '@jest/globals';
import { stagingFile, trackEntry } from './staging.fixture';
import { afterSteps, slotsHeldBy, type Step, stepsBack } from './steps';

const entries = [trackEntry('track 1'), trackEntry('track 2')];
const streaming = (trackId: string) => ({ trackId, slotType: 'streaming_master' as const });
const held = (id: string, trackId: string) =>
  stagingFile(id, { status: 'assigned', assignment: { ...streaming(trackId), trackNumber: Number(trackId.at(-1)) } });
const places = (files: ReturnType<typeof stagingFile>[]) =>
  files.map(({ id, status, assignment }) => [id, status, assignment?.trackId ?? null]);

describe('afterSteps', () => {
  it('puts a file into its slot and sets the previous file back to pending', () => {
    const after = afterSteps([held('a', 'track 1'), stagingFile('b')], entries, [
      { fileId: 'b', target: streaming('track 1') },
    ]);
    expect(places(after)).toEqual([
      ['a', 'pending', null],
      ['b', 'assigned', 'track 1'],
    ]);
    expect(after[1]?.assignment?.trackNumber).toBe(1);
  });

  it('takes a file out of its slot and frees the slot for the next step', () => {
    const steps: Step[] = [
      { fileId: 'a', target: null },
      { fileId: 'b', target: streaming('track 1') },
    ];
    expect(places(afterSteps([held('a', 'track 1'), stagingFile('b')], entries, steps))).toEqual([
      ['a', 'pending', null],
      ['b', 'assigned', 'track 1'],
    ]);
  });

  it('plans a slot for an incoming file, which stays incoming and can be displaced', () => {
    const incoming = (id: string) => stagingFile(id, { status: 'incoming' });
    const planned = afterSteps([incoming('a'), incoming('b')], entries, [
      { fileId: 'a', target: streaming('track 1') },
      { fileId: 'b', target: streaming('track 1') },
    ]);
    expect(places(planned)).toEqual([
      ['a', 'incoming', null],
      ['b', 'incoming', 'track 1'],
    ]);
    const [slot] = slotsHeldBy(planned, entries)[0]!.slots;
    expect(slot?.stagingFileId).toBe('b');
    expect(places(afterSteps(planned, entries, [{ fileId: 'b', target: null }]))[1]).toEqual(['b', 'incoming', null]);
  });

  it('ignores released files, unknown files and unknown tracks', () => {
    const files = [stagingFile('a', { status: 'released' }), stagingFile('b')];
    const steps: Step[] = [
      { fileId: 'a', target: streaming('track 1') },
      { fileId: 'gone', target: streaming('track 1') },
      { fileId: 'b', target: streaming('no track') },
    ];
    expect(afterSteps(files, entries, steps)).toEqual(files);
  });
});

describe('stepsBack', () => {
  const back = (files: ReturnType<typeof stagingFile>[], steps: Step[]) => {
    const undone = afterSteps(afterSteps(files, entries, steps), entries, stepsBack(files, entries, steps));
    expect(places(undone)).toEqual(places(files));
  };

  it('returns a file to pending', () => back([stagingFile('a')], [{ fileId: 'a', target: streaming('track 1') }]));
  it('returns a moved file to its former slot', () =>
    back([held('a', 'track 1')], [{ fileId: 'a', target: streaming('track 2') }]));
  it('returns the displaced file to its slot', () =>
    back([held('a', 'track 1'), stagingFile('b')], [{ fileId: 'b', target: streaming('track 1') }]));
  it('returns two swapped files', () =>
    back(
      [held('a', 'track 1'), held('b', 'track 2')],
      [
        { fileId: 'a', target: streaming('track 2') },
        { fileId: 'b', target: streaming('track 1') },
      ],
    ));
  it('returns no steps if nothing moved', () => {
    expect(stepsBack([held('a', 'track 1')], entries, [{ fileId: 'a', target: streaming('track 1') }])).toEqual([]);
  });
});

it('fills and empties slots according to the files', () => {
  const [first, second] = slotsHeldBy(
    [held('b', 'track 2')],
    [trackEntry('track 1', { streaming_master: 'a' }), trackEntry('track 2')],
  );
  expect([first?.slots[0]?.stagingFileId, second?.slots[0]?.stagingFileId]).toEqual([null, 'b']);
});
