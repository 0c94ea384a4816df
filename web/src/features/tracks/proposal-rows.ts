import type { FormErrors } from '@mantine/form';
import type { TrackProposal } from '../../api';
import { zCreateTrack } from '../../api/generated/zod.gen';
import { formErrors } from '../../lib/forms/form-errors';

/** A proposed track under review. */
export interface ProposalRow {
  chosen: boolean;
  /** Value of NumberInput; '' if empty. */
  trackNumber: number | string;
  title: string;
  isrc: string;
  files: { id: string; name: string }[];
  doubts: string[];
}

export function rowsOf(proposals: readonly TrackProposal[], names: ReadonlyMap<string, string>): ProposalRow[] {
  const nameless = proposals.every(({ title }) => title === '');
  return proposals.map(({ trackNumber, title, isrc, fileIds, doubts }) => ({
    chosen: title !== '' || nameless,
    trackNumber,
    title,
    isrc: isrc ?? '',
    files: fileIds.flatMap((id) => (names.has(id) ? [{ id, name: names.get(id)! }] : [])),
    doubts,
  }));
}

/** Errors of the selected rows by form path, such as 'rows.2.title'. */
export function errorsOf(rows: readonly ProposalRow[], taken: ReadonlySet<number>): FormErrors {
  const errors: FormErrors = {};
  const chosen = rows.filter((row) => row.chosen);
  rows.forEach((row, index) => {
    if (!row.chosen) return;
    const number = Number(row.trackNumber);
    const twice = chosen.some((other) => other !== row && Number(other.trackNumber) === number);
    if (!(number > 0)) errors[`rows.${index}.trackNumber`] = 'Must be positive';
    else if (taken.has(number)) errors[`rows.${index}.trackNumber`] = 'Exists already';
    else if (twice) errors[`rows.${index}.trackNumber`] = 'Twice in this list';
    const { title } = formErrors(zCreateTrack, tracksOf([row])[0]);
    if (title) errors[`rows.${index}.title`] = title;
  });
  return errors;
}

export const tracksOf = (rows: readonly ProposalRow[]) =>
  rows
    .filter((row) => row.chosen)
    .map(({ trackNumber, title, isrc }) => ({
      trackNumber: Number(trackNumber),
      title: title.trim(),
      isrc: isrc.trim() || null,
    }));
