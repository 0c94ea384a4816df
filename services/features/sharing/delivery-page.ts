import { domainWords, slotTypes } from '../../platform/domain-words.js';
import { clockTime } from '../../platform/text.js';
import { version } from '../../platform/version.js';
import type { DeliveredFinal, Delivery } from './deliveries.service.js';
import {
  commandFor,
  finalRow,
  glyph,
  isPending,
  lengthOf,
  nameInAddress,
  type Page,
  PLAY,
  size,
} from './delivery-final.js';
import { identifySection } from './identify-section.js';
import { html, type Markup, pageShell } from './page-shell.js';
import { formatOf } from './sharing.policy.js';
import { linkFormats } from './sharing.schema.js';

const FORMATS = { ...domainWords.slotTypes, ...domainWords.deliverableKinds };
const SCRIPT = `/delivery.js?v=${encodeURIComponent(version)}`;
/** The page of a delivery, which needs no script for its list and downloads. */
export function deliveryPage(delivery: Delivery, publicUrl: string): string {
  const { base, edition, finals, history, cover, link, project } = delivery;
  const { content, number } = edition;
  const newest = history[0]!.number;
  const fileName = nameInAddress(`${content.title}.zip`);
  const page: Page = {
    ...delivery,
    newest,
    publicUrl,
    zip: (query = {}) => {
      const text = new URLSearchParams({ ...query, ...(delivery.tagged && { tagged: '1' }) }).toString();
      return `${base}/editions/${number}/${fileName}${text && `?${text}`}`;
    },
  };
  const tracks = byTrack(finals.filter(({ deliverable }) => !deliverable));
  const body = html`<main
      data-link="${base.slice(3, 15)}"
      ${link ? html`data-visit="/api/shared/${base.slice(3)}/visit"` : ''}
      data-newest="${newest}"
      data-artist="${content.artist}"
      data-album="${content.title}"
      ${cover ? html`data-cover="${base}/cover/${cover}"` : ''}
    >
      ${heading(page)}
      ${number === newest ? '' : html`<p class="note">This is edition ${number}, an older one. <a href="${base}">Go to the newest</a>.</p>`}
      ${delivery.isBehind ? html`<p class="note" role="status">This release has changed many times within an hour. The last changes appear here within an hour.</p>` : ''}
      <section id="news" class="note" hidden>
        <h2>New since your last visit</h2>
        <ul></ul>
      </section>
      ${locked(page)} ${forms(page)}
      <div class="actions">
        ${downloadAll(page)} <button type="button" class="button quiet" data-play-all hidden>Play all</button>
      </div>
      ${cautionsOf(page)} ${otherDownloads(page)} ${tracks.map(([title, files]) => trackSection(title, files, page))}
      ${otherSection(
        finals.filter(({ deliverable }) => deliverable),
        page,
      )}
      ${identifySection(link ? `/api/identify/links/${base.slice(3)}` : `/api/identify/projects/${project.id}`)}
      ${hasArchive(page) ? commandLine(page) : ''} ${editions(page)} ${receiptKeys(page)}
    </main>
    <div id="said" class="unseen" role="status"></div>
    ${playerBar()}`;
  return pageShell(`${content.title} · ${content.artist}`, body, SCRIPT);
}

function heading({ studio, base, cover, edition: { content, number, createdAt }, finals }: Page): Markup {
  const masters = finals.filter(({ deliverable }) => !deliverable);
  const seconds = byTrack(masters).reduce((sum, [, [first]]) => sum + (first?.durationS ?? 0), 0);
  const facts = [
    dayOf(content.releaseDate),
    content.label,
    content.catalogueNumber,
    content.upc && `UPC ${content.upc}`,
    seconds > 0 && clockTime(seconds),
    `Edition ${number} of ${dateOf(createdAt)}`,
  ].filter(Boolean);
  return html`<header>
    <p class="studio">${studio.logo ? html`<img src="${studio.logo}" alt="" height="24" />` : ''} ${studio.name}</p>
    <div class="head">
      ${cover ? html`<img class="cover" src="${base}/cover/${cover}" alt="Cover of ${content.title}" width="160" height="160" />` : ''}
      <div>
        <p>${content.artist}</p>
        <h1>${content.title}</h1>
        <p class="dim">${facts.join(' · ')}</p>
      </div>
    </div>
  </header>`;
}

/** Says what unlocks the downloads. */
function locked({ mayDownload, mayPay, project, finals }: Page): Markup | string {
  if (mayDownload) return '';
  const invoice = project.invoiceStatus === null ? 'the studio’s invoice is sent and paid' : 'the invoice is paid';
  const pay = mayPay && project.invoiceStatus ? html` <a href="/app/payment/${project.id}">Pay it</a>` : '';
  const hear = finals.some(({ previewKey }) => previewKey) ? ' You can hear the masters now.' : '';
  return html`<p class="note" role="status">
    The finals are locked until ${invoice}.${pay}${hear} After the payment this page offers the downloads.
  </p>`;
}

/** The choice between the files as they were uploaded and their tagged copies. */
function forms({ mayDownload, tagged, canTag, finals, base, newest, edition: { number } }: Page): Markup | string {
  if (!mayDownload || finals.length === 0) return '';
  if (!canTag)
    return html`<p class="dim">
      The files exactly as the studio released them. Tagged copies have the newest edition’s cover.
    </p>`;
  const address = (isTagged: boolean) => {
    const query = new URLSearchParams({
      ...(number !== newest && { edition: String(number) }),
      ...(isTagged && { tagged: '1' }),
    }).toString();
    return `${base}${query && `?${query}`}`;
  };
  const choice = (text: string, isTagged: boolean) =>
    html`<a href="${address(isTagged)}" ${isTagged === tagged ? html`aria-current="true"` : ''}>${text}</a>`;
  const missing = finals.filter(isPending).length;
  return html`<nav class="forms" aria-label="Files">${choice('As uploaded', false)} ${choice('Tagged', true)}</nav>
    <p class="dim">
      ${tagged ? 'With metadata and cover in each file. The samples are those of the upload: the MD5 of the audio is the same.' : 'The files exactly as the studio released them. “Tagged” adds metadata and cover to each file and keeps the samples.'}
    </p>
    ${missing > 0 ? html`<p class="note" role="status">The tagged copies are being prepared, ${missing} of ${finals.length} are missing. Open this page again in a minute, or take the files as uploaded.</p>` : ''}`;
}

const hasArchive = ({ mayDownload, finals }: Page): boolean =>
  mayDownload && finals.length > 0 && !finals.some(isPending);

const downloadAll = (page: Page): Markup | string =>
  hasArchive(page)
    ? html`<a class="button" href="${page.zip()}"
        >Download all${page.tagged ? ', tagged' : ''} (ZIP, ${size(sum(page.finals))})</a
      >`
    : '';

/** Repeats the warnings above the list, for readers who download everything at once. */
function cautionsOf({ finals, cautions }: Page): Markup | string {
  const sentences = finals.flatMap(({ fileId, fileName }) => {
    const caution = cautions.get(fileId);
    return caution ? [`${fileName}: ${caution.brief}`] : [];
  });
  if (sentences.length === 0) return '';
  return html`<section class="note" aria-label="Before you download">
    <strong>Before you download</strong>
    <ul>
      ${sentences.map((sentence) => html`<li>${sentence}</li>`)}
    </ul>
  </section>`;
}

function otherDownloads(page: Page): Markup | string {
  const { finals, tagged, zip, base, edition, cautions } = page;
  if (!hasArchive(page)) return '';
  const formats = linkFormats.filter((format) => finals.some((final) => formatOf(final) === format));
  const links = formats.map((format) => {
    const own = finals.filter((final) => formatOf(final) === format);
    const briefs = new Set(own.flatMap(({ fileId }) => cautions.get(fileId)?.brief ?? []));
    const warned = briefs.size > 0 && html` <strong>(${[...briefs].join(', ')})</strong>`;
    return html`<a href="${zip({ format })}">${FORMATS[format].label}</a>
      <span>${size(sum(own))}</span>${warned || ''}`;
  });
  const table = `${base}/editions/${edition.number}/metadata.csv${tagged ? '?tagged=1' : ''}`;
  return html`${formats.length > 1 ? html`<p class="dim">Only one format: ${join(links)}</p>` : ''}
  ${edition.content.sheet ? html`<p class="dim"><a href="${table}" download>Metadata (CSV)</a> for stores and distributors, with the address of each file</p>` : ''}`;
}

function trackSection(title: string, files: DeliveredFinal[], page: Page): Markup {
  const [first] = files;
  const isrcs = new Set(files.map(({ isrc }) => isrc));
  const common = isrcs.size === 1 ? first!.isrc : null;
  const lengths = new Set(files.map(lengthOf));
  const length = lengths.size === 1 ? lengthOf(first!) : '';
  const facts = [length, common && `ISRC ${common}`].filter(Boolean);
  const all = first!.trackId && page.mayDownload && files.length > 1 && !files.some(isPending);
  return html`<section class="track">
    <h2>${title} <span class="dim">${facts.join(' · ')}</span></h2>
    ${all ? html`<p class="dim"><a href="${page.zip({ track: first!.trackId! })}">All formats of this track (ZIP)</a></p>` : ''}
    <ul role="list">
      ${files.map((file) => finalRow(file, page, { isrc: common === null, length: !length }))}
    </ul>
  </section>`;
}

/** The files that are delivered besides the masters. */
function otherSection(files: DeliveredFinal[], page: Page): Markup | '' {
  if (files.length === 0) return '';
  return html`<section class="track">
    <h2>Other deliverables</h2>
    <ul role="list">
      ${files.map((file) => finalRow(file, page, { isrc: true, length: true }))}
    </ul>
  </section>`;
}

const playerBar = (): Markup =>
  html`<div id="player" role="region" aria-label="Player" hidden>
    <div class="bar">
      <button type="button" class="play" data-do="back" aria-label="Previous track">
        ${glyph('M12 2L5 8l7 6zM3 2h2v12H3z')}
      </button>
      <button type="button" class="play" data-do="toggle" aria-label="Play">${glyph(PLAY)}</button>
      <button type="button" class="play" data-do="forward" aria-label="Next track">
        ${glyph('M4 2l7 6-7 6zM11 2h2v12h-2z')}
      </button>
      <div class="what">
        <div class="line">
          <div class="title" role="status"></div>
          <div class="time dim"></div>
        </div>
        <input type="range" min="0" max="0" step="0.1" value="0" aria-label="Position" />
      </div>
    </div>
  </div>`;

function commandLine(page: Page): Markup | string {
  const command = commandFor(page.zip(), `${page.edition.content.title}.zip`, page);
  if (!command) return '';
  return html`<details>
    <summary>Big files and programs</summary>
    <p>Every address on this page is stable. A download that was cut off resumes where it stopped:</p>
    <pre><code>${command}</code></pre>
  </details>`;
}

function editions({ history, base }: Page): Markup | string {
  if (history.length < 2) return '';
  return html`<details>
    <summary>Editions</summary>
    ${history.map(
      ({ number, createdAt, changes }) =>
        html`<section data-edition="${number}">
          <h2>
            <a href="${base}?edition=${number}">Edition ${number}</a> <span class="dim">${dateOf(createdAt)}</span>
          </h2>
          <ul>
            ${changes.map((change) => html`<li>${change}</li>`)}
          </ul>
        </section>`,
    )}
  </details>`;
}

/** People compare the key with the one in the receipt of an archive. */
function receiptKeys({ keys }: Page): Markup {
  const [current, ...earlier] = keys;
  return html`<details>
    <summary>Receipt</summary>
    <p>
      Every ZIP contains a signed receipt: who released, approved and paid, and the SHA-256 of each file. Its page,
      <code>receipt.html</code>, checks files without a network. The receipt is genuine if it names this key:
    </p>
    <p><code>${current!.fingerprint}</code> <span class="dim">since ${dateOf(current!.since)}</span></p>
    ${earlier.map((key, index) => html`<p class="dim">Earlier: <code>${key.fingerprint}</code>, ${dateOf(key.since)} to ${dateOf(keys[index]!.since)}</p>`)}
  </details>`;
}

/** In the order of the tracks, each with its formats in theirs. */
function byTrack(finals: DeliveredFinal[]): [string, DeliveredFinal[]][] {
  const groups = Map.groupBy(finals, ({ trackId, fileId }) => trackId ?? fileId);
  const place = ({ slotType }: DeliveredFinal) => (slotType ? slotTypes.indexOf(slotType) : slotTypes.length);
  return [...groups.values()].map((files) => {
    const { trackNumber, title } = files[0]!;
    const sorted = files.toSorted((one, other) => place(one) - place(other));
    return [trackNumber === null ? title : `${trackNumber}. ${title}`, sorted];
  });
}

const join = (parts: Markup[]): Markup[] => parts.flatMap((part, index) => (index === 0 ? [part] : [html` · `, part]));
const sum = (finals: DeliveredFinal[]): number =>
  finals.reduce((total, { copy, sizeBytes }) => total + (copy ?? { sizeBytes }).sizeBytes, 0);
const dateOf = (date: Date): string =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** A day of the calendar like other dates on the page; other text as it is. */
function dayOf(text: string): string {
  const day = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : NaN);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? dateOf(day) : text;
}
