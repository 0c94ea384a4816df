import type { Database } from '../../platform/database/database.js';
import { checkedDdps } from '../ddp/checked-ddps.lib.js';
import { type CheckedDeliverable, checkedDeliverables, type SideTrackFound } from '../deliverables/checks.lib.js';
import type { KnownErrors } from '../files/file.entity.js';
import { outdatedDdps } from '../orders/disc-plans.lib.js';
import type { EditionFinal } from './edition.schema.js';

/** The current sides and Dolby Atmos masters with what was read from them, by file. */
export type Readings = Map<string, CheckedDeliverable>;

/** A warning for readers before they use a file. */
export interface Caution {
  /** Follows the file's name: 'out of date'. */
  brief: string;
  sentences: string[];
}

type CautionedFinal = EditionFinal & { audioId: string; knownErrors: KnownErrors | null };

/** Tracks on sides have the titles of the edition if `named` has them. */
export async function readingsOf(
  { manager }: Database,
  projectId: string,
  finals: readonly EditionFinal[],
  named: readonly { trackId: string; title: string }[] = [],
): Promise<Readings> {
  const isRead = finals.some(({ deliverable }) => deliverable?.kind === 'vinyl_side' || deliverable?.kind === 'atmos');
  const checked = isRead ? await checkedDeliverables(manager, projectId) : [];
  const titles = new Map(named.map(({ trackId, title }) => [trackId, title]));
  const titled = (track: SideTrackFound) => ({ ...track, title: titles.get(track.trackId) ?? track.title });
  return new Map(checked.map((file) => [file.fileId, { ...file, tracks: file.tracks.map(titled) }]));
}

/** The cautions for finals by file: DDPs that are out of date, and files with errors. */
export async function cautionsFor(
  { manager }: Database,
  projectId: string,
  finals: readonly CautionedFinal[],
  readings: Readings,
): Promise<Map<string, Caution>> {
  const hasDdps = finals.some(({ deliverable }) => deliverable?.kind === 'ddp');
  const outdated = new Set(hasDdps ? (await outdatedDdps(manager, projectId)).map(({ audioId }) => audioId) : []);
  const checked = [...readings.values(), ...(hasDdps ? await checkedDdps(manager, projectId) : [])];
  const faulty = new Set(
    checked.filter(({ findings }) => findings.some(({ severity }) => severity === 'error')).map(({ fileId }) => fileId),
  );
  return new Map(
    finals.flatMap(({ fileId, audioId, knownErrors }): [string, Caution][] => {
      const parts = [
        outdated.has(audioId) && OUTDATED,
        knownErrors ? releasedWith(knownErrors) : faulty.has(fileId) && !outdated.has(audioId) && FAULTY,
      ].filter((part) => part !== false);
      const [first] = parts;
      return first ? [[fileId, { brief: first.brief, sentences: parts.flatMap(({ sentences }) => sentences) }]] : [];
    }),
  );
}

const OUTDATED: Caution = {
  brief: 'out of date',
  sentences: [
    'Out of date: order, gaps, metadata or a master have changed since this DDP was checked. Ask the studio before you press it.',
  ],
};

const FAULTY: Caution = {
  brief: 'with errors',
  sentences: ['Checks have found errors in this file. Ask the studio before you use it.'],
};

const releasedWith = ({ errors, reason }: KnownErrors): Caution => ({
  brief: 'with known errors',
  sentences: [`The studio released this file with known errors: ${errors.join(' ')}`, `Its reason: ${reason}`],
});
