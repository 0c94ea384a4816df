/** The content of a mail; `mailHtml` and `mailText` are its two forms. */
export interface MailContent {
  /** The sender's name: a studio or the portal. */
  brandName: string;
  /** #RRGGBB, or empty for the product's own colour. */
  brandColor: string;
  heading: string;
  body: MailBlock[];
  button?: { label: string; url: string };
  /** The sender's own words at the end, in plain text. */
  closing?: string;
  /** Small print, such as why the mail was sent. */
  footer?: string;
  /** A link below the small print. */
  footerLink?: { label: string; url: string };
}

/** A part of a mail's text: a paragraph, or one of the following. */
export type MailBlock =
  | string
  /** Text by another person, set apart. */
  | { quoted: string }
  | { items: string[] }
  /** A table of names and values; `total` is its last row. */
  | { rows: [name: string, value: string][]; total?: [name: string, value: string] }
  | { label: string; url: string };

const BRAND_COLOR = '#0FADA8';
const INK = '#16181d';
const QUIET = '#5b6270';
const LINE = '#e4e7eb';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

/** For mail programs with a dark mode; others keep the inline colours. */
const DARK = `@media (prefers-color-scheme: dark) {
  body { background: #0b0c0f !important; }
  .card { background: #111216 !important; border-right-color: #23262c !important; border-bottom-color: #23262c !important; border-left-color: #23262c !important; }
  .ink { color: #e3e5e9 !important; }
  .quiet { color: #9aa1ad !important; }
  .line { border-color: #2f333b !important; }
}`;

/** A page of 600 px in tables and inline styles, which is what mail programs agree on; nothing is fetched. */
export function mailHtml({
  brandName,
  brandColor,
  heading,
  body,
  button,
  closing,
  footer,
  footerLink,
}: MailContent): string {
  const color = /^#[0-9a-f]{6}$/i.test(brandColor) ? brandColor : BRAND_COLOR;
  const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
  const pressable = button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:10px 20px;border-radius:6px;background:${color};color:${inkOn(color)};font-size:15px;font-weight:600;text-decoration:none">${escapeHtml(button.label)}</a></p>
<p class="quiet" style="margin:0;font-size:12px;line-height:18px;color:${QUIET}">Or open this address: <a class="quiet" href="${escapeHtml(button.url)}" style="color:${QUIET};word-break:break-all">${escapeHtml(button.url)}</a></p>`
    : '';
  const link = footerLink
    ? ` <a class="quiet" href="${escapeHtml(footerLink.url)}" style="color:${QUIET}">${escapeHtml(footerLink.label)}</a>`
    : '';
  const words = closing ? `<p style="margin:24px 0 0;${TEXT};${WRAP}">${escapeHtml(closing)}</p>` : '';
  const small =
    footer || footerLink
      ? `<tr><td class="quiet" style="padding:16px 32px 0;font-size:12px;line-height:18px;color:${QUIET}">${escapeHtml(footer ?? '')}${link}</td></tr>`
      : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(heading)}</title>
<style>
${DARK}
</style>
</head>
<body style="margin:0;padding:32px 16px;background:#f7f8f9;color:${INK};${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;margin:0 auto;table-layout:fixed;${font}">
<tr><td class="ink" style="padding:0 32px 16px;font-size:15px;font-weight:600;color:${INK}">${escapeHtml(brandName)}</td></tr>
<tr><td class="card ink" style="padding:32px;background:#ffffff;border:1px solid ${LINE};border-top:3px solid ${color};border-radius:8px;color:${INK}">
<h1 style="margin:0 0 16px;font-size:20px;line-height:28px;font-weight:600;overflow-wrap:anywhere">${escapeHtml(heading)}</h1>
${body.map(blockHtml).join('\n')}
${pressable}
${words}
</td></tr>
${small}
</table>
</body>
</html>
`;
}

const TEXT = 'font-size:15px;line-height:24px';
const WRAP = 'white-space:pre-line;overflow-wrap:anywhere';

function blockHtml(block: MailBlock): string {
  if (typeof block === 'string') return `<p style="margin:0 0 16px;${TEXT};${WRAP}">${escapeHtml(block)}</p>`;
  if ('quoted' in block) {
    return `<p class="quiet line" style="margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid ${LINE};font-size:14px;line-height:22px;color:${QUIET};${WRAP}">${escapeHtml(block.quoted)}</p>`;
  }
  if ('items' in block) {
    const items = block.items.map((item) => `<li style="overflow-wrap:anywhere">${escapeHtml(item)}</li>`);
    return `<ul style="margin:0 0 16px;padding:0;list-style:none;${TEXT}">${items.join('')}</ul>`;
  }
  if ('rows' in block) {
    const { rows, total } = block;
    return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;${TEXT}">
${rows.map(([name, value]) => rowHtml(name, value, false)).join('\n')}
${total ? rowHtml(...total, true) : ''}
</table>`;
  }
  return `<p style="margin:-8px 0 24px;font-size:14px;line-height:22px"><a class="ink" href="${escapeHtml(block.url)}" style="color:${INK}">${escapeHtml(block.label)}</a></p>`;
}

function rowHtml(name: string, value: string, isTotal: boolean): string {
  const cell = `padding:8px 0;border-top:1px solid ${LINE};vertical-align:top;${isTotal ? 'font-weight:600' : 'font-weight:400'}`;
  const first = `<td class="line${isTotal ? '' : ' quiet'}" style="${cell};padding-right:16px;overflow-wrap:anywhere${isTotal ? '' : `;color:${QUIET}`}">${escapeHtml(name)}</td>`;
  return `<tr>${first}<td class="line" align="right" style="${cell};${WRAP}">${escapeHtml(value)}</td></tr>`;
}

function blockText(block: MailBlock): string {
  if (typeof block === 'string') return block;
  if ('quoted' in block) return block.quoted.replace(/^/gm, '> ');
  if ('items' in block) return block.items.map((item) => `- ${item}`).join('\n');
  if ('url' in block) return `${block.label}: ${block.url}`;
  const rows = block.total ? [...block.rows, block.total] : block.rows;
  return rows.map(([name, value]) => `${name}: ${value}`).join('\n');
}

export function mailText({ brandName, heading, body, button, closing, footer, footerLink }: MailContent): string {
  const action = button && `${button.label}: ${button.url}`;
  const small = [footer, footerLink && `${footerLink.label}: ${footerLink.url}`].filter(Boolean).join('\n');
  return (
    [heading, ...body.map(blockText), action, closing, `-- \n${[brandName, small].filter(Boolean).join('\n')}`]
      .filter(Boolean)
      .join('\n\n') + '\n'
  );
}

/** Black or white, whichever reads better on `color` (WCAG relative luminance). */
function inkOn(color: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? INK : '#ffffff';
}
