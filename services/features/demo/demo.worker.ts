import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/tx.js';
import type { SlotType } from '../../platform/domain-words.js';
import { On } from '../../platform/events/decorators.js';
import type { HandlerContext } from '../../platform/events/handler.js';
import { Storage } from '../../platform/storage/storage.js';
import { recordActivity } from '../activity/activity.writes.js';
import type { Audio } from '../audio/audio.entity.js';
import { insertAudio, queueAnalyses } from '../audio/audio.writes.js';
import { addComment } from '../comments/comments.writes.js';
import { addFile } from '../files/files.writes.js';
import { bumpStagingRevision } from '../projects/staging-revision.writes.js';
import { stageFiles } from '../staged-files/staged-files.writes.js';
import { mastersReleased } from '../staging/staging.events.js';
import { Slot } from '../tracks/slot.entity.js';
import { Track } from '../tracks/track.entity.js';
import { fillSlot } from '../tracks/tracks.writes.js';
import { demoOpened } from './demo.events.js';
import { demo } from './demo.writes.js';
import { type Take, waveOf } from './demo-songs.js';

const CONTENT_TYPE = 'audio/wav';
const DAY_MS = 24 * 3600_000;

const MIX = { drive: 0.35, bits: 24, sampleRateHz: 44100 } as const;
const MASTER = { drive: 0.9, bits: 24, sampleRateHz: 44100 } as const;
const CD = { ...MASTER, bits: 16 } as const;
const HI_RES = { ...MASTER, drive: 0.8, sampleRateHz: 88200 } as const;
const NORTHERN_LINE = { seed: 7, durationS: 26 };
const GLASSHOUSE = { seed: 19, durationS: 22 };
const HARBOUR = { seed: 31, durationS: 24 };
const PAPER_MOON = { seed: 44, durationS: 20 };
const SALT_ROAD = { seed: 58, durationS: 28 };

interface Recording {
  name: string;
  projectId: string;
  take: Take;
  /** A client's original, a master released in a slot, or a master in staging. */
  as: 'original' | 'staged' | { track: number; slotType: SlotType };
}

const { projectId: released, nextProjectId: staged } = demo;
const RECORDINGS: Recording[] = [
  { projectId: released, as: 'original', name: 'Northern Line (mix 4).wav', take: { ...NORTHERN_LINE, ...MIX } },
  { projectId: released, as: 'original', name: 'Glasshouse (mix 2).wav', take: { ...GLASSHOUSE, ...MIX } },
  {
    projectId: released,
    as: { track: 1, slotType: 'streaming_master' },
    name: '01 Northern Line (Master).wav',
    take: { ...NORTHERN_LINE, ...MASTER },
  },
  {
    projectId: released,
    as: { track: 1, slotType: 'cd_master' },
    name: '01 Northern Line (CD).wav',
    take: { ...NORTHERN_LINE, ...CD },
  },
  {
    projectId: released,
    as: { track: 2, slotType: 'streaming_master' },
    name: '02 Glasshouse (Master).wav',
    take: { ...GLASSHOUSE, ...MASTER },
  },
  { projectId: staged, as: 'original', name: 'Harbour (final mix).wav', take: { ...HARBOUR, ...MIX } },
  { projectId: staged, as: 'original', name: 'Paper Moon (final mix).wav', take: { ...PAPER_MOON, ...MIX } },
  { projectId: staged, as: 'original', name: 'Salt Road (final mix).wav', take: { ...SALT_ROAD, ...MIX } },
  { projectId: staged, as: 'staged', name: '01_Harbour_MST_24.wav', take: { ...HARBOUR, ...MASTER } },
  { projectId: staged, as: 'staged', name: '01_Harbour_CD_1644.wav', take: { ...HARBOUR, ...CD } },
  { projectId: staged, as: 'staged', name: '02_PaperMoon_MST_24.wav', take: { ...PAPER_MOON, ...MASTER } },
  {
    projectId: staged,
    as: 'staged',
    name: '02_PaperMoon_Inst_24.wav',
    take: { ...PAPER_MOON, ...MASTER, instrumental: true },
  },
  { projectId: staged, as: 'staged', name: '03_SaltRoad_HD_88.wav', take: { ...SALT_ROAD, ...HI_RES } },
  { projectId: staged, as: 'staged', name: 'Bounce 0417.wav', take: { ...SALT_ROAD, ...MASTER } },
];

/** Creates the audio of the demo projects: released masters in one, a batch to sort in the other. */
@Injectable()
export class DemoWorker {
  constructor(private readonly storage: Storage) {}

  @On(demoOpened, { queue: 'default' })
  async record(_payload: object, context: HandlerContext): Promise<void> {
    const stored: (Recording & { objectKey: string; sizeBytes: number })[] = [];
    for (const recording of RECORDINGS) {
      // Synthesising a song blocks this thread for a moment; let waiting work run first.
      await setImmediate();
      const bytes = waveOf(recording.take);
      const folder = recording.as === 'staged' ? 'staging' : 'files';
      const objectKey = `projects/${recording.projectId}/${folder}/${randomUUID()}/${recording.name}`;
      await this.storage.put(objectKey, bytes, { contentType: CONTENT_TYPE, maxBytes: bytes.length });
      stored.push({ ...recording, objectKey, sizeBytes: bytes.length });
    }
    await context.commit(async (tx) => {
      const fileIds: string[] = [];
      for (const { projectId, objectKey, sizeBytes, name, as } of stored) {
        const audio = await insertAudio(tx, { objectKey, sizeBytes, contentType: CONTENT_TYPE });
        queueAnalyses(tx, [audio.id]);
        if (as === 'staged') await stage(tx, projectId, audio, name);
        else if (as === 'original') await addOriginal(tx, projectId, audio, name);
        else fileIds.push(await release(tx, projectId, audio, name, as));
      }
      await recordActivity(tx, {
        projectId: released,
        type: 'masters_released',
        actorId: demo.engineerId,
        message: 'Released 3 files for 2 tracks',
      });
      const news = { projectId: released, actorId: demo.engineerId, masters: true, revisions: false };
      tx.emit(mastersReleased, { ...news, releaseId: randomUUID(), fileIds });
      await bumpStagingRevision(tx, released);
      await bumpStagingRevision(tx, staged);
    });
  }
}

const stage = (tx: Tx, projectId: string, { id: audioId }: Audio, name: string) =>
  stageFiles(tx, [
    {
      id: randomUUID(),
      projectId,
      audioId,
      fileName: name,
      originalName: name,
      folder: null,
      lastModified: null,
      deliverable: null,
      uploadedBy: demo.engineerId,
    },
  ]);

async function addOriginal(tx: Tx, projectId: string, { id: audioId }: Audio, name: string): Promise<void> {
  const sent = new Date(Date.now() - DAY_MS);
  await addFile(tx, {
    projectId,
    audioId,
    fileName: name,
    originalName: name,
    fileType: 'upload',
    uploadedBy: demo.clientId,
    trackId: null,
    slotType: null,
    parentFileId: null,
    createdAt: sent,
    completedAt: sent,
  });
}

/** Returns the file's id. */
async function release(
  tx: Tx,
  projectId: string,
  { id: audioId }: Audio,
  name: string,
  { track: trackNumber, slotType }: { track: number; slotType: SlotType },
): Promise<string> {
  const track = await tx.manager.findOneByOrFail(Track, { projectId, trackNumber });
  const slot = await tx.manager.findOneByOrFail(Slot, { trackId: track.id, slotType });
  const isMaster = slotType === 'streaming_master';
  const file = await addFile(tx, {
    projectId,
    audioId,
    fileName: name,
    originalName: name,
    fileType: isMaster ? 'master' : 'variation',
    uploadedBy: demo.engineerId,
    trackId: track.id,
    slotType,
    parentFileId: null,
    completedAt: new Date(),
  });
  await fillSlot(tx, slot.id, { fileId: file.id, stagingFileId: null });
  if (trackNumber === 1 && isMaster) await addConversation(tx, projectId, file.id);
  return file.id;
}

/** Adds comments of client and engineer on a position and a passage of the first master. */
async function addConversation(tx: Tx, projectId: string, fileId: string): Promise<void> {
  const { engineerId, clientId } = demo;
  const asked = await addComment(tx, {
    projectId,
    fileId,
    userId: clientId,
    comment: 'Could the tune come forward a little here?',
    timestampSeconds: 8,
    endSeconds: 12,
  });
  await addComment(tx, {
    projectId,
    fileId,
    userId: engineerId,
    parentId: asked.id,
    comment: 'Half a decibel at 2 kHz does it. It is in the next version.',
    timestampSeconds: 8,
    endSeconds: 12,
  });
  await addComment(tx, {
    projectId,
    fileId,
    userId: clientId,
    comment: 'Love how this opens up.',
    timestampSeconds: 17,
  });
}
