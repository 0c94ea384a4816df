import type { EntityManager } from 'typeorm';
import { deliverableName, slotLabel, type SlotType, slotTypes } from '../../../platform/domain-words.js';
import { excerpt } from '../../../platform/text.js';
import type { ProjectFile } from '../../files/file.entity.js';
import { ProjectPerson } from '../../projects/project-person.entity.js';
import { type Content, listed, type MailedNotification, sentence } from './content.js';

/** Length of a request in a line about its track. */
const MAX_NOTE = 200;

interface Master {
  id: string;
  fileName: string;
  slotType: SlotType | null;
  title: string | null;
  trackNumber: number | null;
  deliverable: ProjectFile['deliverable'];
  /** The request for changes that it answers; null without one. */
  answers: string | null;
}

interface ListedMaster {
  name: string;
  title: string;
  slots: SlotType[];
  answers: string[];
  /** The version to hear first. */
  fileId: string;
}

/** The new masters by track. One track's button leads to that track. */
export async function mastersContent(manager: EntityManager, mailed: MailedNotification): Promise<Content | null> {
  const { notification, gathered, project, reader } = mailed;
  const fileIds = notification.metadata.fileIds ?? gathered.flatMap(({ metadata }) => metadata.fileId ?? []);
  const files = await mastersOf(manager, fileIds);
  const tracks = byTrack(files.filter(({ deliverable }) => !deliverable));
  const rest = files.flatMap(({ deliverable, title }) => (deliverable ? [deliverableName(deliverable, title)] : []));
  const [first, ...others] = tracks;
  const { id } = project;
  const filesPath = `/app/projects/${id}?tab=files`;
  if (!first) {
    if (rest.length === 0) return null;
    const body = [sentence(notification.message), { items: listed(rest) }];
    return { body, button: { label: 'Open the files', path: filesPath } };
  }
  const person = await manager.findOneBy(ProjectPerson, { projectId: id, userId: reader.id });
  return {
    body: [
      ...(gathered.length > 1 ? [] : [sentence(notification.message)]),
      {
        items: listed([...tracks.map(lineOf), ...rest]),
      },
      person?.role === 'listens'
        ? 'Listen, and compare the versions at the same loudness.'
        : 'Listen, compare the versions at the same loudness, and comment on the second.',
    ],
    button:
      others.length === 0
        ? { label: `Hear ${first.title}`, path: `/app/projects/${id}/tracks/${first.fileId}` }
        : { label: 'Hear the masters', path: filesPath },
  };
}

/** '1. Ember: Streaming Master, answers “Less bass”'. */
function lineOf({ name, slots, answers }: ListedMaster): string {
  const requests = answers.map((note) => `answers ${note === '' ? 'the request' : `“${excerpt(note, MAX_NOTE)}”`}`);
  return [name, [...slots.map(slotLabel), ...new Set(requests)].join(', ')].filter(Boolean).join(': ');
}

/** The names of a project's tracks that have finals. */
export async function finalTracks(manager: EntityManager, projectId: string): Promise<string[]> {
  const masters: Master[] = await manager.query(
    `SELECT ${COLUMNS} FROM files f LEFT JOIN tracks t ON t.id = f.track_id
     WHERE f.project_id = $1 AND f.file_type <> 'upload' AND f.deliverable IS NULL
       AND f.completed_at IS NOT NULL AND f.deleted_at IS NULL
     ORDER BY t.track_number, f.id`,
    [projectId],
  );
  return byTrack(masters).map(({ name }) => name);
}

const COLUMNS = `f.id, f.original_name AS "fileName", f.slot_type AS "slotType", t.title, t.track_number AS "trackNumber",
  f.deliverable, (
    SELECT note FROM approvals WHERE file_id = f.parent_file_id AND verdict = 'changes_requested') AS answers`;

const mastersOf = (manager: EntityManager, fileIds: string[]): Promise<Master[]> =>
  manager.query(
    `SELECT ${COLUMNS} FROM files f LEFT JOIN tracks t ON t.id = f.track_id
     WHERE f.id = ANY($1) AND f.deleted_at IS NULL ORDER BY t.track_number, f.id`,
    [fileIds],
  );

function byTrack(masters: Master[]): ListedMaster[] {
  const groups = Map.groupBy(masters, ({ id, trackNumber }) => trackNumber ?? id);
  return [...groups.values()].map((files) => {
    const slots = slotTypes.filter((slot) => files.some(({ slotType }) => slotType === slot));
    const first = files.find(({ slotType }) => slotType === slots[0]) ?? files[0]!;
    const { trackNumber, title, fileName } = first;
    const name = trackNumber === null ? fileName : `${trackNumber}. ${title}`;
    const answers = files.flatMap((file) => file.answers ?? []);
    return { name, title: title ?? fileName, slots, answers, fileId: first.id };
  });
}
