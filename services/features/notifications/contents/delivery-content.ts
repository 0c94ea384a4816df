import type { EntityManager } from 'typeorm';
import { slotLabel, slotTypes } from '../../../platform/domain-words.js';
import { Edition } from '../../sharing/edition.entity.js';
import type { EditionFinal } from '../../sharing/edition.schema.js';
import { editionChanges } from '../../sharing/edition-changes.lib.js';
import { placeOf } from '../place.js';
import { type Content, listed, type MailedNotification, sentence } from './content.js';

/** The changes of an edition, and its tracks with their formats. */
export async function deliveryContent(
  manager: EntityManager,
  { notification, project, reader }: MailedNotification,
): Promise<Content | null> {
  const { type, message, metadata } = notification;
  const { projectId, edition: number } = { projectId: project.id, ...metadata };
  const editions = await manager.find(Edition, { where: { projectId }, order: { number: 'ASC' } });
  const edition = editions.find((each) => each.number === number);
  if (!edition) return null;
  const before = editions.findLast((each) => each.number < edition.number);
  const changes = before ? editionChanges(before.content, edition.content) : [];
  return {
    body: [
      sentence(message),
      ...(changes.length > 0 ? ['What changed:', { items: listed(changes) }, 'It contains:'] : []),
      { items: listed(tracksOf(edition.content.finals)) },
    ],
    button: placeOf(type, metadata, reader.role),
  };
}

/** '2. Ember: Streaming Master, CD Master'. */
function tracksOf(finals: EditionFinal[]): string[] {
  const groups = Map.groupBy(finals, ({ trackId, fileId }) => trackId ?? fileId);
  return [...groups.values()].map((files) => {
    const { trackNumber, title } = files[0]!;
    const name = trackNumber === null ? title : `${trackNumber}. ${title}`;
    const slots = slotTypes.filter((slot) => files.some(({ slotType }) => slotType === slot));
    return [name, slots.map(slotLabel).join(', ')].filter(Boolean).join(': ');
  });
}
