import { domainWords, type SlotType, slotTypes } from '../../platform/domain-words.js';
import { clockTime, oneDecimal } from '../../platform/text.js';
import type { DeliveredFinal, Delivery } from './deliveries.service.js';
import { nameOf } from './edition-changes.lib.js';
import { html, type Markup, pageShell } from './page-shell.js';

/** The purpose of each format, beside its technical name. */
const PURPOSES: Record<SlotType, string> = {
  streaming_master: 'streaming and downloads',
  vinyl_master: 'vinyl cutting',
  hires_master: 'hi-res stores',
  cd_master: 'CD manufacturing',
  instrumental_master: 'instrumental version',
  clean_master: 'clean version',
};

/** Marks what is new since the last visit, which only this browser remembers, and copies checksums. */
export const SCRIPT = `
(() => {
  const page = document.querySelector('main');
  const key = 'delivery ' + page.dataset.link;
  try {
    const seen = Number(localStorage.getItem(key));
    const newest = Number(page.dataset.newest);
    const fresh = [...document.querySelectorAll('[data-edition]')].filter((each) => seen && Number(each.dataset.edition) > seen);
    if (fresh.length) {
      const news = document.getElementById('news');
      for (const each of fresh) news.querySelector('ul').append(...[...each.querySelectorAll('li')].map((li) => li.cloneNode(true)));
      news.hidden = news.querySelectorAll('li').length === 0;
    }
    localStorage.setItem(key, String(newest));
  } catch {}
  for (const button of document.querySelectorAll('button[data-copy]')) {
    button.hidden = !navigator.clipboard;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = 'Copied';
    });
  }
})();
`;

/** The page of a delivery, which needs no script. */
export function deliveryPage(delivery: Delivery): string {
  const { token, edition, finals, history, isUnlocked, studio } = delivery;
  const { content, number } = edition;
  const newest = history[0]!.number;
  const zip = (query = '') =>
    `/d/${token}/editions/${number}/${encodeURIComponent(`${content.title}.zip`.replaceAll('/', '_'))}${query}`;
  const formats = slotTypes.filter((slot) => finals.some(({ slotType }) => slotType === slot));
  const facts = [
    content.releaseDate,
    content.label,
    content.catalogueNumber,
    content.upc && `UPC ${content.upc}`,
    `Edition ${number} of ${dateOf(edition.createdAt)}`,
  ].filter(Boolean);
  const body = html`<main data-link="${token.slice(0, 12)}" data-newest="${newest}">
    <header>
      <p class="studio">${studio.logo ? html`<img src="${studio.logo}" alt="" height="24" />` : ''} ${studio.name}</p>
      <p>${content.artist}</p>
      <h1>${content.title}</h1>
      <p class="dim">${facts.join(' · ')}</p>
    </header>
    ${number === newest ? '' : html`<p class="note">This is an older edition. <a href="/d/${token}">Go to the newest</a>.</p>`}
    <section id="news" class="note" hidden>
      <h2>New since your last visit</h2>
      <ul></ul>
    </section>
    ${isUnlocked ? '' : html`<p class="note" role="status">The finals are locked until the invoice is paid. You can hear all of them now; after the payment this page offers the downloads.</p>`}
    ${isUnlocked && finals.length > 0 ? html`<p><a class="button" href="${zip()}">Download all (ZIP, ${size(sum(finals))})</a></p>` : ''}
    ${
      isUnlocked && formats.length > 1
        ? html`<p class="dim">
            Only one format:
            ${join(formats.map((slot) => html`<a href="${zip(`?slot=${slot}`)}">${domainWords.slotTypes[slot].label}</a>`))}
          </p>`
        : ''
    }
    ${byTrack(finals.filter(({ deliverable }) => !deliverable)).map(([title, files]) => trackSection(title, files, delivery, zip))}
    ${otherSection(
      finals.filter(({ deliverable }) => deliverable),
      delivery,
    )}
    ${isUnlocked ? commandLine() : ''}
    ${
      history.length > 1
        ? html`<details>
            <summary>Editions</summary>
            ${history.map(
              ({ number: each, createdAt, changes }) =>
                html`<section data-edition="${each}">
                  <h3>
                    <a href="/d/${token}?edition=${each}">Edition ${each}</a>
                    <span class="dim">${dateOf(createdAt)}</span>
                  </h3>
                  <ul>
                    ${changes.map((change) => html`<li>${change}</li>`)}
                  </ul>
                </section>`,
            )}
          </details>`
        : ''
    }
  </main>`;
  return pageShell(`${content.title} · ${content.artist}`, body, SCRIPT);
}

function trackSection(
  title: string,
  files: DeliveredFinal[],
  { token, isUnlocked }: Delivery,
  zip: (query: string) => string,
): Markup {
  const [first] = files;
  const isrcs = new Set(files.map(({ isrc }) => isrc));
  const common = isrcs.size === 1 ? first!.isrc : null;
  const facts = [first!.durationS === null ? '' : clockTime(first!.durationS), common && `ISRC ${common}`].filter(
    Boolean,
  );
  const all = first!.trackId && isUnlocked && files.length > 1;
  return html`<section class="track">
    <h2>${title} <span class="dim">${facts.join(' · ')}</span></h2>
    ${all ? html`<p class="dim"><a href="${zip(`?track=${first!.trackId}`)}">All formats of this track (ZIP)</a></p>` : ''}
    <ul>
      ${files.map((file) => finalRow(file, token, isUnlocked, common === null))}
    </ul>
  </section>`;
}

/** The files that are delivered besides the masters. */
function otherSection(files: DeliveredFinal[], { token, isUnlocked }: Delivery): Markup | '' {
  if (files.length === 0) return '';
  return html`<section class="track">
    <h2>Other deliverables</h2>
    <ul>
      ${files.map((file) => finalRow(file, token, isUnlocked, true))}
    </ul>
  </section>`;
}

function finalRow(file: DeliveredFinal, token: string, isUnlocked: boolean, withIsrc: boolean): Markup {
  const facts = [
    file.slotType && domainWords.slotTypes[file.slotType].label,
    file.integratedLufs === null ? '' : `${oneDecimal(file.integratedLufs)} LUFS`,
    file.truePeakDbtp === null ? '' : `${oneDecimal(file.truePeakDbtp)} dBTP`,
    size(file.sizeBytes),
    withIsrc && file.isrc && `ISRC ${file.isrc}`,
  ].filter(Boolean);
  const address = `/d/${token}/files/${file.fileId}/${encodeURIComponent(file.fileName)}`;
  return html`<li>
    <div class="row">
      <div>
        <strong>${whatItIs(file)}</strong>
        <div class="dim">${facts.join(' · ')}</div>
        <div class="dim name">${file.fileName}</div>
      </div>
      ${isUnlocked ? html`<a class="button small" href="${address}" download aria-label="Download ${file.fileName}">Download</a>` : html`<span class="dim">Locked</span>`}
    </div>
    ${file.previewKey ? html`<audio controls preload="none" src="/d/${token}/previews/${file.fileId}" aria-label="${file.title}"></audio>` : ''}
    ${file.sha256 ? html`<div class="sum">SHA-256 <code>${file.sha256}</code> <button type="button" hidden data-copy="${file.sha256}">Copy</button></div>` : ''}
  </li>`;
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

const commandLine = (): Markup =>
  html`<details>
    <summary>Big files and programs</summary>
    <p>Every address on this page is stable. A download that was cut off goes on where it stopped:</p>
    <pre><code>curl -C - -O --retry 20 ADDRESS</code></pre>
    <p>If the link has a password, add <code>-u :PASSWORD</code>.</p>
  </details>`;

function byTrack(finals: DeliveredFinal[]): [string, DeliveredFinal[]][] {
  const groups = Map.groupBy(finals, ({ trackId, fileId }) => trackId ?? fileId);
  return [...groups.values()].map((files) => {
    const { trackNumber, title } = files[0]!;
    return [trackNumber === null ? title : `${trackNumber}. ${title}`, files];
  });
}

const join = (parts: Markup[]): Markup[] => parts.flatMap((part, index) => (index === 0 ? [part] : [html` · `, part]));
const sum = (finals: DeliveredFinal[]): number => finals.reduce((total, { sizeBytes }) => total + sizeBytes, 0);
const dateOf = (date: Date): string =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

function size(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${value >= 100 || power === 0 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}

/** Asks for the password of a link. */
export const passwordPage = (problem: string | null): string =>
  pageShell(
    'Password',
    html`<main class="narrow">
      <h1>Password</h1>
      <p class="dim">Whoever sent you this link has the password.</p>
      ${problem ? html`<p class="note" role="alert">${problem}</p>` : ''}
      <form method="post">
        <label
          >Password <input type="password" name="password" autocomplete="off" autofocus required maxlength="128"
        /></label>
        <button class="button">Open</button>
      </form>
    </main>`,
  );

/** Says why nothing is shown. */
export const notePage = (title: string, text: string): string =>
  pageShell(
    title,
    html`<main class="narrow">
      <h1>${title}</h1>
      <p class="dim">${text}</p>
    </main>`,
  );
