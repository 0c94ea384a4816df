import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';

/**
 * Texts about the installation on the public pages; they replace `__BRAND__` and similar placeholders in the built web.
 */
export interface SiteTexts {
  brand: string;
  contactEmail: string;
  publicUrl: string;
}

const TOKENS = { __BRAND__: 'brand', __CONTACT_EMAIL__: 'contactEmail', __PUBLIC_URL__: 'publicUrl' } as const;
const TOKEN = new RegExp(Object.keys(TOKENS).join('|'), 'g');
const SCRIPT = /(<script\b[\s\S]*?<\/script>)/gi;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const forMarkup = (value: string) => value.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
const forJson = (value: string) =>
  JSON.stringify(value)
    .slice(1, -1)
    .replace(/[&<>\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

function put(text: string, texts: SiteTexts, escape: (value: string) => string): string {
  return text.replace(TOKEN, (token) => escape(texts[TOKENS[token as keyof typeof TOKENS]]));
}

/** Fills in a page. Texts inside its script elements are JSON. */
function fillPage(html: string, texts: SiteTexts): string {
  return html
    .split(SCRIPT)
    .map((part) => put(part, texts, /^<script\b/i.test(part) ? forJson : forMarkup))
    .join('');
}

const FILLED: Record<string, { type: string; fill: (text: string, texts: SiteTexts) => string }> = {
  '.html': { type: 'text/html; charset=utf-8', fill: fillPage },
  '.xml': { type: 'application/xml; charset=utf-8', fill: (text, texts) => put(text, texts, forMarkup) },
  '.txt': { type: 'text/plain; charset=utf-8', fill: (text, texts) => put(text, texts, (value) => value) },
  '.webmanifest': { type: 'application/manifest+json', fill: (text, texts) => put(text, texts, forJson) },
};

export interface FilledFile {
  type: string;
  text: string;
}

/** The built files with placeholders, filled in, by address; a page's address is that of its folder. */
export function filledFiles(dir: string, texts: SiteTexts): Map<string, FilledFile> {
  const names = existsSync(dir) ? readdirSync(dir, { recursive: true, encoding: 'utf8' }) : [];
  const files = new Map<string, FilledFile>();
  for (const name of names) {
    const kind = FILLED[extname(name)];
    if (!kind || name.startsWith(`assets${sep}`)) continue;
    const text = kind.fill(readFileSync(join(dir, name), 'utf8'), texts);
    files.set(addressOf(name.replaceAll(sep, '/')), { type: kind.type, text });
  }
  return files;
}

const addressOf = (name: string): string => `/${name.replace(/(^|\/)index\.html$/, '')}`;
