import type { KnownTrack, TrackProposals } from '../../engine/proposals/propose-tracks.js';
import type { SuggestFile, SuggestProject } from '../../engine/types.js';
import { FairTasks } from '../../platform/tasks/fair-tasks.js';

/** Input for track proposals. */
export interface ProposalsTask {
  project: SuggestProject;
  known: KnownTrack[];
  files: SuggestFile[];
  /** Ids of files that belong to a known track. */
  placed: string[];
}

const PROPOSER = new URL(
  import.meta.url.endsWith('.ts') ? './proposals.child.ts' : './proposals.child.js',
  import.meta.url,
);
const LIMITS = { timeoutMs: 20_000, maxRssBytes: 768 * 1024 ** 2 };

/** Reading a thousand names takes seconds, so it is done in separate processes. Studios take turns. */
export const openProposer = (): FairTasks<ProposalsTask, TrackProposals> => new FairTasks(PROPOSER, LIMITS);
