import type { Page, Route } from 'playwright-core';

const SLOTS = ['streaming_master', 'vinyl_master', 'hires_master', 'cd_master', 'instrumental_master', 'clean_master'];
const LABELS = [
  'MASTER',
  'VINYL PREMASTER',
  'HiRes 24-96',
  'CD 16-44',
  'Instrumental',
  'Clean',
  'old mix (reference only, please ignore) v2',
];
const TITLES = [
  'Ember',
  'Low Tide',
  'Glass',
  'Night Drive',
  'The Long and Winding Corridor of an Entirely Unreasonable Song Title (feat. Somebody Else)',
];

const FILES_A_TRACK = LABELS.length;
const TRACKS = 43;

export interface StagedFile {
  id: string;
  originalName: string;
  status: string;
  assignment: { trackId: string; trackNumber: number; slotType: string } | null;
  [field: string]: unknown;
}

const uuid = (kind: number, index: number) => `01900000-0000-7000-8000-${String(kind * 1e6 + index).padStart(12, '0')}`;
const pad = (number: number) => String(number).padStart(2, '0');

function analysis(index: number): object {
  const failed = index % 60 === 59;
  return {
    state: failed ? 'failed' : 'done',
    progress: 1,
    stale: index % 25 === 4,
    hasPeaks: false,
    hasPreview: false,
    error: failed ? { code: 'unreadable', message: 'The audio stops after its header' } : null,
    container: 'wav',
    codec: 'pcm',
    sampleRateHz: 96000,
    channels: 2,
    bitsStored: 24,
    bitsEffective: 24,
    float: false,
    durationS: 180 + index,
    complete: true,
    silent: false,
    loudness: failed ? null : { integratedLufs: -14.2, lraLu: 5.1, maxMomentaryLufs: -10, maxShortTermLufs: -11.5 },
    truePeakDbtp: -1,
    samplePeakDbfs: -1.2,
    clippedSamples: 0,
    clipRuns: 0,
    dcOffset: [0, 0],
    leadSilenceS: 0.2,
    tailSilenceS: 1.5,
    tags: null,
    warnings: index % 25 === 3 ? [{ code: 'clipped', message: '12 clipped samples' }] : [],
    engine: null,
  };
}

function suggestions(trackId: string, trackNumber: number, version: number): object[] {
  const slotType = SLOTS[version];
  if (!slotType) return [];
  const confidence = version === 3 ? 58 : version === 5 ? 31 : 97 - version;
  const first = {
    trackId,
    trackNumber,
    slotType,
    confidence,
    evidence: [],
    reasoning: [
      `+ Track number ${trackNumber} in the name`,
      '+ Title matches word for word',
      `+ "${LABELS[version]}" names the slot`,
      ...(confidence < 70
        ? ['− Sample rate 96 kHz is unusual for this slot', '− Length differs by 4 s from its siblings']
        : []),
    ],
  };
  const second = {
    ...first,
    slotType: SLOTS[(version + 1) % SLOTS.length],
    confidence: 3,
    reasoning: ['+ Track number'],
  };
  return version % 2 === 1 ? [first, second] : [first];
}

/** A project of 43 tracks with 301 staged files, some of them uncertain, in conflict or unreadable. */
export function makeBatch() {
  const tracks = Array.from({ length: TRACKS }, (_, index) => ({
    track: {
      id: uuid(1, index),
      trackNumber: index + 1,
      title: TITLES[index % TITLES.length] ?? '',
      isrc: null,
      notes: null,
      warnings: [],
    },
    slots: SLOTS.map((slotType, slot) => ({
      id: uuid(2, index * SLOTS.length + slot),
      trackId: uuid(1, index),
      slotType,
      isRequired: slot === 0,
      fileId: null,
      stagingFileId: null as string | null,
    })),
  }));
  const files = tracks.flatMap(({ track }, at) =>
    LABELS.map((label, version): StagedFile => {
      const index = at * FILES_A_TRACK + version;
      const originalName = `${pad(track.trackNumber)} ${track.title} - ${label}.wav`;
      const rivals = at === 2 && version === 1;
      return {
        id: uuid(3, index),
        fileName: originalName,
        originalName,
        folder: at % 10 === 5 ? 'Album/Disc 1' : null,
        r2Key: `key ${index}`,
        sizeBytes: 40_000_000 + index * 1_234_567,
        status: 'pending',
        createdAt: '2026-01-01T00:00:00.000Z',
        assignmentSuggestions: suggestions(track.id, track.trackNumber, rivals ? 0 : version),
        verdict: version === 6 ? 'A reference or unmastered mix, not a deliverable' : null,
        assignment: null,
        contradiction: null,
        deliverable: null,
        checks: [],
        analysis: analysis(index),
      };
    }),
  );
  /** Placement calls are answered when this resolves. */
  const answers: Promise<unknown> = Promise.resolve();
  return { tracks, files, answers };
}

export type Batch = ReturnType<typeof makeBatch>;

/** Answers staging and track calls of any project from `batch`, and updates it as the server would. */
export async function serveBatch(page: Page, batch: Batch, calls: string[]): Promise<void> {
  const reply = (route: Route, data: unknown) => route.fulfill({ json: { success: true, data } });
  const withHolders = () =>
    batch.tracks.map(({ track, slots }) => ({
      track,
      slots: slots.map((slot) => ({
        ...slot,
        stagingFileId:
          batch.files.find(
            ({ assignment }) => assignment?.trackId === slot.trackId && assignment.slotType === slot.slotType,
          )?.id ?? null,
      })),
    }));
  await page.route('**/api/tracks/projects/*', (route) => reply(route, { tracks: withHolders() }));
  await page.route('**/api/staging/projects/*', (route) => reply(route, { stagingFiles: batch.files, incoming: [] }));
  await page.route('**/api/staging/projects/*/analyse', (route) => {
    const { scope } = route.request().postDataJSON() as { scope: string };
    calls.push(`POST analyse ${scope}`);
    return reply(route, { queued: batch.files.length });
  });
  await page.route('**/api/staging/projects/*/delete', (route) => {
    const { stagingFileIds } = route.request().postDataJSON() as { stagingFileIds: string[] };
    const gone = batch.files.filter(({ id }) => stagingFileIds.includes(id));
    calls.push(`POST delete ${gone.map(({ originalName }) => originalName).join(', ')}`);
    batch.files = batch.files.filter((file) => !gone.includes(file));
    return reply(route, { deleted: gone.length });
  });
  await page.route('**/api/staging/projects/*/assign', async (route) => {
    const { assignments } = route.request().postDataJSON() as { assignments: Assignment[] };
    const names = assignments.map(({ fileId }) => batch.files.find(({ id }) => id === fileId)?.originalName);
    calls.push(`POST assign ${names.join(', ')}`);
    await batch.answers;
    for (const { fileId, trackId, slotType } of assignments)
      place(batch, fileId, trackId && slotType ? { trackId, slotType } : null);
    await reply(route, { stagingFiles: [], slots: [], rejected: [] });
  });
}

interface Assignment {
  fileId: string;
  trackId: string | null;
  slotType: string | null;
}

function place(batch: Batch, id: string, target: { trackId: string; slotType: string } | null): void {
  const trackNumber = batch.tracks.find(({ track }) => track.id === target?.trackId)?.track.trackNumber ?? 0;
  batch.files = batch.files.map((file) => {
    if (file.id === id)
      return { ...file, status: target ? 'assigned' : 'pending', assignment: target && { ...target, trackNumber } };
    const displaced =
      target && file.assignment?.trackId === target.trackId && file.assignment.slotType === target.slotType;
    return displaced ? { ...file, status: 'pending', assignment: null } : file;
  });
}
