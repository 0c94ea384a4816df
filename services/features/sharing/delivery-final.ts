import { archivePaths } from '../../file-names/paths.js';
import { domainWords, slotLabel, type SlotType } from '../../platform/domain-words.js';
import { clockTime, oneDecimal } from '../../platform/text.js';
import type { CheckedDeliverable } from '../deliverables/checks.lib.js';
import type { DeliveredFinal, Delivery } from './deliveries.service.js';
import { nameOf } from './edition-changes.lib.js';
import { html, type Markup } from './page-shell.js';

/** The purpose of each format, beside its technical name. */
const PURPOSES: Record<SlotType, string> = {
  streaming_master: 'streaming and downloads',
  vinyl_master: 'vinyl cutting',
  hires_master: 'hi-res stores',
  cd_master: 'CD manufacturing',
  instrumental_master: 'instrumental version',
  clean_master: 'clean version',
};

/** Files from this size on get a line for `curl`. */
const BIG_BYTES = 100e6;

/** A delivery's page with the addresses on it. */
export interface Page extends Delivery {
  newest: number;
  publicUrl: string;
  zip: (query?: Record<string, string>) => string;
}

export const lengthOf = ({ durationS }: DeliveredFinal): string => (durationS === null ? '' : clockTime(durationS));

/** Whether its tagged copy is wanted and not known yet. */
export const isPending = (final: DeliveredFinal): boolean => 'copy' in final && final.copy === undefined;

/** The stable address of a final, as uploaded or tagged. */
export function addressOf({ fileId, fileName, copy }: DeliveredFinal, { base, edition }: Delivery): string {
  const place = copy ? `editions/${edition.number}/tagged` : 'files';
  return `${base}/${place}/${fileId}/${nameInAddress(fileName)}`;
}

/** A name that every system takes. */
const safeName = (fileName: string): string => archivePaths([{ originalName: fileName, values: null }], '')[0]!;

/** The end of an address, under which programs save. No shell reads any of its characters within quotes. */
export const nameInAddress = (fileName: string): string =>
  encodeURIComponent(safeName(fileName)).replaceAll('!', '%21');

/**
 * A line for a shell that fetches an address and resumes where it stopped; null for people who have signed in, whose
 * session programs do not have.
 */
export function commandFor(address: string, fileName: string, { link, publicUrl }: Page): string | null {
  if (!link) return null;
  const password = link.passwordHash ? '-u :PASSWORD ' : '';
  const name = safeName(fileName).replace(/[!$%`]/g, '_');
  return `curl -C - --retry 20 ${password}-o "${name}" "${publicUrl}${address}"`;
}

/** `own` says which facts the heading above does not say for all its files. */
export function finalRow(file: DeliveredFinal, page: Page, own: { isrc: boolean; length: boolean }): Markup {
  const { base } = page;
  const { copy } = file;
  const reading = page.readings.get(file.fileId);
  const { sizeBytes } = copy ?? file;
  const facts = [
    file.slotType && domainWords.slotTypes[file.slotType].label,
    own.length && lengthOf(file),
    file.integratedLufs === null ? '' : `${oneDecimal(file.integratedLufs)} LUFS${file.channels === 1 ? ' mono' : ''}`,
    file.truePeakDbtp === null ? '' : `${oneDecimal(file.truePeakDbtp)} dBTP`,
    reading?.facts,
    size(sizeBytes),
    own.isrc && file.isrc && `ISRC ${file.isrc}`,
  ].filter(Boolean);
  const address = addressOf(file, page);
  const mayDownload = page.mayDownload && !isPending(file);
  const command = mayDownload && sizeBytes >= BIG_BYTES && commandFor(address, file.fileName, page);
  return html`<li id="file-${file.fileId}">
    <div class="row">
      ${playButton(file, base)}
      <div class="what">
        <strong>${whatItIs(file)}</strong>
        <div class="dim">${facts.join(' · ')}</div>
        <div class="dim name">${file.fileName}</div>
        ${page.cautions.has(file.fileId) ? html`<div class="note">${page.cautions.get(file.fileId)!.sentences.map((sentence) => html`<div>${sentence}</div>`)}</div>` : ''}
        ${copy === null ? html`<div class="dim">As uploaded: this file has no tagged copy</div>` : ''}
      </div>
      ${mayDownload ? html`<a class="button small" href="${address}" download aria-label="Download ${file.fileName}">Download</a>` : html`<span class="dim">${page.mayDownload ? 'Being prepared' : 'Locked until payment'}</span>`}
    </div>
    ${reading && reading.tracks.length > 0 ? sideTracks(reading, base) : ''}
    ${file.previewKey ? html`<noscript><audio controls preload="none" src="${base}/previews/${file.fileId}" aria-label="${file.title}"></audio></noscript>` : ''}
    ${checksums(file, command)}
  </li>`;
}

/** Folded on a phone, where they are longer than all the rest of a row. */
function checksums({ copy, sha256, fileName }: DeliveredFinal, command: string | null | false): Markup | string {
  const sum = copy ? copy.sha256 : sha256;
  if (!sum && !copy && !command) return '';
  return html`<details class="sums">
    <summary aria-label="Checksums of ${fileName}">Checksums${command ? ' and command' : ''}</summary>
    ${sum ? html`<div class="sum">SHA-256 <code>${sum}</code> ${copyButton(sum, `SHA-256 of ${fileName}`)}</div>` : ''}
    ${copy ? html`<div class="sum">MD5 of the audio, as uploaded <code>${copy.samplesMd5}</code>, tagged <code>${copy.samplesMd5}</code></div>` : ''}
    ${command ? html`<div class="sum"><code>${command}</code> ${copyButton(command, `command for ${fileName}`)}</div>` : ''}
  </details>`;
}

/** The tracks of a side with their starts, and its cue sheet. */
function sideTracks({ fileId, fileName, tracks }: CheckedDeliverable, base: string): Markup {
  return html`<ol class="dim" aria-label="Tracks on ${fileName}">
      ${tracks.map(({ title, startS }) => html`<li>${clockTime(Math.round(startS))} ${title}</li>`)}
    </ol>
    <a href="${base}/cues/${fileId}" download>Cue sheet</a>`;
}

const copyButton = (text: string, what: string): Markup =>
  html`<button type="button" hidden data-copy="${text}" aria-label="Copy ${what}">Copy</button>`;

export const glyph = (path: string): Markup =>
  html`<svg viewBox="0 0 16 16" width="16" height="16" fill="currentColor" aria-hidden="true">
    <path d="${path}" />
  </svg>`;
export const PLAY = 'M4 2l10 6-10 6z';

function playButton(file: DeliveredFinal, base: string): Markup | string {
  if (!file.previewKey) return '';
  const title = file.slotType ? `${file.title}, ${slotLabel(file.slotType)}` : file.title;
  return html`<button
    type="button"
    class="play"
    hidden
    data-play="${file.fileId}"
    data-src="${base}/previews/${file.fileId}"
    data-title="${title}"
    data-group="${file.trackId ?? file.fileId}"
    data-slot="${file.slotType}"
    data-lowered="${file.loweredDb}"
    data-track="${file.deliverable ? 'false' : 'true'}"
    aria-label="Play ${title}"
  >
    ${glyph(PLAY)}
  </button>`;
}

/** '24-bit/96 kHz WAV · hi-res stores'. */
function whatItIs(final: DeliveredFinal): string {
  const { container, bitsStored, float, sampleRateHz, slotType, deliverable } = final;
  if (deliverable) return `${nameOf(final)} · ${domainWords.deliverableKinds[deliverable.kind].means}`;
  const depth = bitsStored === null ? '' : `${bitsStored}-bit${float ? ' float' : ''}/`;
  const rate = sampleRateHz === null ? '' : `${depth}${Math.round(sampleRateHz / 10) / 100} kHz `;
  const format = `${rate}${container?.toUpperCase() ?? 'Audio'}`;
  return slotType ? `${format} · ${PURPOSES[slotType]}` : format;
}

export function size(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${value >= 100 || power === 0 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}
