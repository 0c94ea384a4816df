import { readFileSync } from 'node:fs';
import { SLOT_TYPES, type SuggestFile, type SuggestProject, type SuggestTrack } from '../../services/engine/types.js';

export interface Place {
  trackNumber: number;
  slotType: string;
}

export interface CorpusFile {
  name: string;
  container?: string;
  sampleRate?: number | null;
  bitDepth?: number | null;
  channels?: number | null;
  durationSeconds?: number | null;
  tags?: SuggestFile['tags'];
  truth?: Place | null;
  acceptable?: Place[];
  difficulty?: string;
  why?: string;
}

export interface Scenario {
  id: string;
  style?: string;
  project?: { title?: string; artist?: string | null };
  tracks: {
    trackNumber: number;
    title?: string;
    isrc?: string | null;
    notes?: string | null;
    durationSeconds?: number | null;
  }[];
  files: CorpusFile[];
}

export interface Corpus {
  scenarios: Scenario[];
}

export const readCorpus = (path: string): Corpus => JSON.parse(readFileSync(path, 'utf8')) as Corpus;

/** A scenario as the engine's input, without labels and notes. Ids are positions. */
export function engineInput(scenario: Scenario): {
  project: SuggestProject;
  tracks: SuggestTrack[];
  files: SuggestFile[];
} {
  return {
    project: { title: scenario.project?.title ?? '', artist: scenario.project?.artist ?? null },
    tracks: scenario.tracks.map((track, i) => ({
      id: `t${i}`,
      trackNumber: track.trackNumber,
      title: track.title ?? '',
      isrc: track.isrc ?? null,
      notes: track.notes ?? null,
      durationS: track.durationSeconds ?? null,
      slots: SLOT_TYPES.map((slotType) => ({ slotType, isRequired: slotType === 'streaming_master', filled: false })),
    })),
    files: scenario.files.map((file, i) => ({
      id: `f${i}`,
      name: file.name,
      container: file.container ?? null,
      sampleRateHz: file.sampleRate ?? null,
      bitDepth: file.bitDepth ?? null,
      channels: file.channels ?? null,
      durationS: file.durationSeconds ?? null,
      tags: file.tags
        ? { ...file.tags, trackNumber: Number.parseInt(String(file.tags.trackNumber ?? ''), 10) || null }
        : null,
    })),
  };
}
