import { deliverableName, slotLabel } from '../../platform/domain-words.js';
import type { EditionContent, EditionFinal } from './edition.schema.js';

/** 'Ember (Vinyl Master)', or the name of a file without a track. */
export const nameOf = (final: Pick<EditionFinal, 'title' | 'slotType' | 'deliverable' | 'trackId'>): string =>
  final.deliverable ? deliverableName(final.deliverable, final.trackId ? final.title : null) : masterName(final);

const masterName = ({ title, slotType }: Pick<EditionFinal, 'title' | 'slotType'>): string =>
  slotType ? `${title} (${slotLabel(slotType)})` : title;

const placeOf = ({ trackId, slotType, fileId, deliverable }: EditionFinal): string => {
  if (deliverable) return JSON.stringify([trackId, deliverable.kind, deliverable.title, deliverable.side]);
  return trackId && slotType ? `${trackId} ${slotType}` : fileId;
};

const FIELDS: [keyof Omit<EditionContent, 'finals' | 'sheet' | 'naming' | 'places'>, string][] = [
  ['artist', 'artist'],
  ['title', 'title'],
  ['releaseDate', 'release date'],
  ['label', 'label'],
  ['catalogueNumber', 'catalogue number'],
  ['upc', 'UPC'],
];

/** Tracks that are on another disc or side than before. */
function moves(before: EditionContent, after: EditionContent): string[] {
  const old = new Map(before.places?.map((place) => [place.trackId, place]));
  return (after.places ?? []).flatMap(({ trackId, disc, side }) => {
    const known = old.get(trackId);
    const title = after.finals.find((final) => final.trackId === trackId)?.title;
    if (!known || !title || (known.disc === disc && known.side === side)) return [];
    return [`${title} is now on ${[`disc ${disc}`, side && `side ${side}`].filter(Boolean).join(', ')}`];
  });
}

/** The differences between an edition and the one before it, one sentence each. */
export function editionChanges(before: EditionContent, after: EditionContent): string[] {
  const old = new Map(before.finals.map((final) => [placeOf(final), final]));
  const now = new Set(after.finals.map(placeOf));
  const changes = after.finals.flatMap((final) => {
    const known = old.get(placeOf(final));
    if (!known) return [`${nameOf(final)} is new`];
    return [
      ...(known.fileId !== final.fileId ? [`${nameOf(final)} has a new version`] : []),
      ...(known.title !== final.title ? [`“${known.title}” is now called “${final.title}”`] : []),
      ...(known.isrc !== final.isrc ? [`The ISRC of ${nameOf(final)} is now ${final.isrc ?? 'empty'}`] : []),
      ...(known.trackNumber !== final.trackNumber
        ? [
            `${nameOf(final)} ${final.trackNumber === null ? 'has no track any more' : `is now track ${final.trackNumber}`}`,
          ]
        : []),
    ];
  });
  const gone = before.finals.filter((final) => !now.has(placeOf(final)));
  const fields = FIELDS.filter(([field]) => before[field] !== after[field]);
  const { sheet } = after;
  const { sheet: sheetBefore } = before;
  const said = [
    ...new Set([
      ...changes,
      ...gone.map((final) => `${nameOf(final)} was withdrawn`),
      ...moves(before, after),
      ...fields.map(([field, name]) => `The ${name} is now ${after[field] || 'empty'}`),
      ...(sheet && sheetBefore && sheet.cover !== sheetBefore.cover ? ['The cover has changed'] : []),
    ]),
  ];
  const isOther = sheet && sheetBefore && JSON.stringify(sheet) !== JSON.stringify(sheetBefore);
  return said.length === 0 && isOther ? ['Metadata in the tagged files has changed'] : said;
}
