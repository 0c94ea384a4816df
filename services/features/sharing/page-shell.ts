import { REORDERING } from '../../platform/text.js';

/** Text that is already escaped. */
export class Markup {
  constructor(readonly text: string) {}
}

type Part = Markup | string | number | false | null | undefined | readonly Part[];

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function textOf(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object' && part !== null) return part.map(textOf).join('');
  const text = String(part || (part === 0 ? 0 : '')).replace(REORDERING, '');
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** Escapes every value that is not markup itself. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Markup =>
  new Markup(texts.map((text, index) => text + (index < parts.length ? textOf(parts[index]) : '')).join(''));

const STYLE = `
:root { color-scheme: light dark; --line: #d9dce1; --dim: #5c6370; --accent: #087f7b; --on-accent: #fff; --note: #e9f5f4; --page: #f8f9fb; --text: #16181d; --raised: #fff; }
@media (prefers-color-scheme: dark) { :root { --line: #2a2d33; --dim: #9aa0ab; --accent: #12b5ae; --on-accent: #06201f; --note: #10282a; --page: #0b0c0f; --text: #e6e8eb; --raised: #16181d; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 'Inter Variable', Inter, system-ui, sans-serif; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
main { max-width: 820px; margin: 0 auto; padding: 16px 16px 64px; }
main.narrow { max-width: 400px; padding-top: 20vh; }
h1 { margin: 0; font-size: clamp(28px, 6vw, 40px); line-height: 1.15; }
h2 { margin: 0; font-size: 18px; } h3 { margin: 12px 0 0; font-size: 16px; }
p { margin: 8px 0; } header { margin-bottom: 24px; } header p { margin: 4px 0; }
ul { list-style: none; margin: 0; padding: 0; } ol { margin: 8px 0 4px; padding-left: 24px; } details ul, .note ul { list-style: disc; padding-left: 20px; }
a { color: var(--accent); } summary { cursor: pointer; } details { margin-top: 24px; }
.studio { display: flex; align-items: center; gap: 8px; margin-bottom: 32px; color: var(--dim); font-size: 14px; }
.dim { color: var(--dim); font-weight: 400; font-size: 14px; } .name { font-size: 13px; }
.forms { display: inline-flex; margin-top: 16px; padding: 3px; border-radius: 10px; background: var(--line); } .forms a { padding: 7px 16px; border-radius: 8px; color: inherit; font-weight: 600; text-decoration: none; } .forms a[aria-current] { background: var(--raised); }
.note { padding: 12px 16px; border-radius: 8px; background: var(--note); } .note h2 { font-size: 16px; }
.button, form button { display: inline-block; padding: 10px 18px; border: 0; border-radius: 8px; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
.button.small { flex: none; padding: 8px 14px; border: 1px solid currentColor; background: transparent; color: var(--accent); font-size: 14px; }
.actions { display: flex; flex-wrap: wrap; gap: 12px; margin: 16px 0; }
.track { margin-top: 28px; } .track > ul > li { padding: 12px 0; border-top: 1px solid var(--line); } .track ul { margin-top: 8px; }
.row { display: flex; justify-content: space-between; align-items: flex-start; gap: 16px; }
.head { display: flex; gap: 20px; align-items: flex-end; flex-wrap: wrap; } .head > div { flex: 1 1 260px; min-width: 0; }
.cover { flex: none; width: 160px; height: 160px; border-radius: 8px; object-fit: cover; background: var(--line); }
.what { flex: 1; min-width: 0; } .button.quiet { background: transparent; color: inherit; border: 1px solid var(--line); }
.play { flex: none; display: inline-flex; align-items: center; justify-content: center; width: 44px; height: 44px; border: 1px solid var(--line); border-radius: 50%; background: transparent; color: inherit; cursor: pointer; } .play[hidden], .button[hidden] { display: none; }
.play[aria-disabled='true'] { opacity: 0.4; cursor: default; } .on .play { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
#player { position: fixed; inset: auto 0 0; background: var(--raised); border-top: 1px solid var(--line); } #player[hidden] { display: none; }
.bar { display: flex; align-items: center; gap: 8px; max-width: 820px; margin: 0 auto; padding: 8px 16px; } .bar .line { display: flex; gap: 12px; font-size: 14px; } .bar .title { flex: 1; min-width: 0; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
.bar input { margin: 0; padding: 0; border: 0; accent-color: var(--accent); } .time { flex: none; } .has-player main { padding-bottom: 140px; } html:has(.has-player) { scroll-padding-bottom: 100px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
p.dim a { white-space: nowrap; }
@media (max-width: 560px) { .actions .button { flex: 1 1 auto; text-align: center; } .row { flex-wrap: wrap; } .row .what { flex-basis: calc(100% - 60px); } .play:not([hidden]) + .what + * { margin-left: 60px; } .cover { width: 120px; height: 120px; } }
li:target { border-radius: 1px; background: var(--note); box-shadow: 0 0 0 8px var(--note); } li:has(.play:not([hidden])) > :not(.row) { margin-left: 60px; } ul:has(.play:not([hidden])) > li:not(:has(.play)) { padding-left: 60px; } .dropping #identify { outline: 2px dashed var(--accent); outline-offset: 8px; } #identify .button { padding: 8px 14px; font-size: 14px; } #identify[hidden] { display: none; } h2 label { font-weight: inherit; }
audio { display: block; width: 100%; height: 40px; margin-top: 8px; }
.sum { margin-top: 6px; color: var(--dim); font-size: 12px; } input::file-selector-button { margin-right: 12px; padding: 6px 12px; border: 1px solid var(--line); border-radius: 6px; background: transparent; color: inherit; font: inherit; cursor: pointer; }
.sums { margin-top: 2px; } .sums summary { width: fit-content; padding: 6px 0; color: var(--dim); font-size: 13px; }
@media (min-width: 561px) { @supports selector(::details-content) { .sums { margin-top: 0; } .sums::details-content { content-visibility: visible; } .sums summary { display: none; } } }
.sum button { padding: 4px 10px; border: 1px solid var(--line); border-radius: 6px; background: transparent; color: inherit; font: inherit; cursor: pointer; }
pre { padding: 12px; border-radius: 8px; background: var(--note); white-space: pre-wrap; }
label { display: block; font-weight: 600; } input { display: block; width: 100%; margin: 4px 0 16px; padding: 10px; border: 1px solid var(--line); border-radius: 8px; background: transparent; color: inherit; font: inherit; }
`;

/** A whole page with its style. `script` is the address of its script. */
export const pageShell = (title: string, body: Markup, script?: string): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="referrer" content="same-origin" />
        <title>${title}</title>
        <style>
          ${new Markup(STYLE)}
        </style>
        ${
          script
            ? html`<script src="/floor.js" defer></script>
                <script src="${script}" defer></script>`
            : ''
        }
      </head>
      <body>
        ${body}
      </body>
    </html>`.text;
