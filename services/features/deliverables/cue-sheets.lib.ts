import { type VinylFormat, vinylFormats } from '../../album-times/limits.js';
import type { CheckedDeliverable } from './checks.lib.js';
import type { AlbumSide } from './sides.lib.js';

/** Times as cutting engineers write them: `04:47.20` with hundredths. */
export function cueTime(seconds: number): string {
  const hundredths = Math.round(seconds * 100);
  const pad = (n: number) => String(n).padStart(2, '0');
  return `${pad(Math.floor(hundredths / 6000))}:${pad(Math.floor(hundredths / 100) % 60)}.${pad(hundredths % 100)}`;
}

/** The cue sheet of a side that is made of the vinyl masters, for the cutting engineer. */
export function cueSheet(title: string, { name, format, tracks, durationS, notes, made }: AlbumSide): string {
  return sheet({
    head: [`${title}, side ${name}`, made?.fileName, `${vinylFormats[format].label}, total ${cueTime(durationS)}`],
    tracks: tracks.map(({ place, startS, durationS: length }, index) => ({
      name: `${name}${index + 1}`,
      title: place.title,
      startS,
      endS: startS + length,
    })),
    notes,
  });
}

/** The cue sheet of an uploaded side. Its times are those at which the tracks were found. */
export function uploadedCueSheet(
  title: string,
  format: VinylFormat,
  { fileName, deliverable: { side }, durationS, tracks, findings }: CheckedDeliverable,
): { fileName: string; text: string } {
  const name = side ?? '';
  const text = sheet({
    head: [
      [title, side && `side ${side}`].filter(Boolean).join(', '),
      fileName,
      `${vinylFormats[format].label}, total ${cueTime(durationS ?? 0)}`,
      tracks.length > 0 && 'Starts found by the sound of the masters, within 0.07 s',
    ],
    tracks: tracks.map((track, index) => ({ ...track, name: `${name}${index + 1}` })),
    notes: findings.map((finding) => finding.text),
  });
  return { fileName: `${fileName.replace(/\.[^.]*$/, '')} cue sheet.txt`, text };
}

interface Sheet {
  head: (string | false | null | undefined)[];
  tracks: { name: string; title: string; startS: number; endS: number | null }[];
  notes: string[];
}

const sheet = ({ head, tracks, notes }: Sheet): string =>
  [
    ...head.filter(Boolean),
    '',
    ...tracks.map(({ name, title, startS, endS }) => {
      const end = endS === null ? '' : ` - ${cueTime(endS)}`;
      return `${name}: ${cueTime(startS)}${end}  ${title}`;
    }),
    ...(notes.length > 0 ? ['', 'Notes', ...notes] : []),
    '',
  ].join('\r\n');
