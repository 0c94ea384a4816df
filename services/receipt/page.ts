import { RECEIPT_NAMES } from './names.js';
import { sha256, sha512, shaConstants, verifyEd25519 } from './offline.js';

const STYLE = `
:root { color-scheme: light dark; --page: #fff; --text: #16181d; --line: #d9dce1; --dim: #5c6370; --good: #0b6b3a; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --page: #121212; --text: #e6e8eb; --line: #2a2d33; --dim: #9aa0ab; --good: #4cc38a; --bad: #ff8a80; } }
body { margin: 0 auto; max-width: 900px; padding: 24px 16px 64px; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 28px; line-height: 1.2; } .dim { color: var(--dim); font-size: 14px; } .good { color: var(--good); } .bad { color: var(--bad); }
.box { margin: 16px 0; padding: 12px 16px; border: 1px solid var(--line); border-radius: 8px; } .drop { border-style: dashed; } .drop.over { border-color: currentColor; }
.drop label { display: block; padding: 4px 0; } #sum { margin: 8px 0; font-weight: 600; } input { font: inherit; max-width: 100%; min-height: 40px; }
ul { list-style: none; margin: 0; padding: 0; } li { padding: 10px 0; border-top: 1px solid var(--line); } code { font-size: 12px; } .digits { font-size: 12px; font-family: ui-monospace, monospace; }
`;

/** Checks the signature when the page opens, and files when they are chosen or dropped. Nothing is sent anywhere. */
const MAIN = `
const element = (id) => document.getElementById(id);
const bytesOf = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
const signed = bytesOf(element('receipt').textContent.trim());
const receipt = JSON.parse(new TextDecoder().decode(signed));
const right = verifyEd25519(bytesOf(receipt.publicKey), signed, bytesOf(element('signature').textContent.trim()));
const say = (target, text, mood) => { target.textContent = text; target.className = mood; };
say(element('state'), right ? 'The signature is valid: nothing in this receipt was changed.' : 'The signature is not valid: this receipt was changed.', right ? 'good' : 'bad');
const when = (time) => new Date(time).toLocaleString();
element('title').textContent = receipt.title;
document.title = 'Receipt: ' + receipt.title;
element('facts').textContent = [receipt.artist, 'Edition ' + receipt.edition + ' of ' + when(receipt.editionOf), 'released by ' + receipt.studio, receipt.client && 'for ' + receipt.client].filter(Boolean).join(' · ');
element('paid').textContent = (receipt.paid.length ? 'Paid on ' + receipt.paid.map((one) => when(one.at)).join(' and ') + '.' : 'No payment was recorded.') + ' As of ' + when(receipt.asOf) + '.';
element('fingerprint').textContent = receipt.fingerprint;
const rows = receipt.files.map((file) => {
  const row = document.createElement('li');
  const line = (text, kind) => { const each = document.createElement('div'); each.className = kind || ''; each.textContent = text; row.append(each); return each; };
  line(file.name);
  line([file.released && 'Released by ' + file.released.by + ', ' + when(file.released.at), file.released && (file.approved ? 'approved by ' + file.approved.by + ', ' + when(file.approved.at) : 'no approval recorded')].filter(Boolean).join(' · '), 'dim');
  line('SHA-256 ' + file.sha256, 'dim digits');
  if (file.uploaded && file.uploaded.sha256 !== file.sha256) line('As uploaded: ' + file.uploaded.name + ', SHA-256 ' + file.uploaded.sha256, 'dim digits');
  const state = line('Not checked yet', 'dim');
  element('files').append(row);
  return { file, state };
});
const last = (path) => path.split('/').at(-1);
const ofPath = (path) => rows.find((row) => path === row.file.name || path.endsWith('/' + row.file.name));
async function check(file, result) {
  const hash = sha256();
  const reader = file.stream().getReader();
  let read = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    hash.update(value);
    read += value.length;
    result.textContent = file.name + ': reading, ' + Math.floor(100 * read / (file.size || 1)) + ' %';
  }
  const sum = hash.hex();
  const own = rows.find((row) => row.file.sha256 === sum);
  const source = rows.find((row) => row.file.uploaded && row.file.uploaded.sha256 === sum);
  const named = ofPath(file.webkitRelativePath || '') || rows.find((row) => last(row.file.name) === file.name);
  if (own) { own.found = 'unchanged'; say(own.state, 'Checked: unchanged', 'good'); say(result, file.name + ' is exactly “' + own.file.name + '”.', 'good'); }
  else if (source) { source.found = 'unchanged'; say(source.state, 'Checked: as uploaded', 'good'); say(result, file.name + ' is exactly “' + source.file.uploaded.name + '” as it was uploaded.', 'good'); }
  else if (named) { named.found = 'changed'; say(named.state, 'Checked: changed', 'bad'); say(result, file.name + ' is not the file of this receipt: its SHA-256 is ' + sum, 'bad'); }
  else if (OWN_NAMES.includes(file.name)) say(result, file.name + ' belongs to the receipt itself.', 'dim');
  else say(result, file.name + ' is not in this receipt.', 'bad');
}
async function checkAll(files) {
  for (const file of files) {
    const result = document.createElement('li');
    element('results').append(result);
    await check(file, result).catch(() => say(result, file.name + ' could not be read. Use the second button for a folder.', 'bad'));
  }
  const count = (found) => rows.filter((row) => row.found === found).length;
  const missing = rows.filter((row) => !row.found);
  for (const { state } of missing) say(state, 'Missing among the chosen files', 'dim');
  const counts = ['unchanged: ' + count('unchanged'), 'changed: ' + count('changed'), 'missing among the chosen files: ' + missing.length];
  say(element('sum'), 'Of the ' + rows.length + ' files of this receipt: ' + counts.join(', ') + '.', count('changed') ? 'bad' : missing.length ? '' : 'good');
}
for (const id of ['choose', 'folder']) element(id).addEventListener('change', (event) => checkAll([...event.target.files]));
const drop = element('drop');
for (const name of ['dragover', 'dragleave', 'drop']) drop.addEventListener(name, (event) => {
  event.preventDefault();
  drop.classList.toggle('over', name === 'dragover');
  if (name === 'drop') checkAll([...event.dataTransfer.files]);
});
`;

/** The page of a receipt. It contains everything that it needs, so it works without a network. */
export function receiptPage(json: Buffer, signature: string): string {
  const functions = [shaConstants, sha256, sha512, verifyEd25519].map(String).join('\n');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; base-uri 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>Receipt</title>
<style>${STYLE}</style>
<main>
<h1 id="title"></h1>
<p id="facts" class="dim"></p>
<div class="box"><div id="state" role="status">The signature could not be checked: this page needs JavaScript and a browser of 2023 or newer.</div>
<div id="paid" class="dim"></div>
<div class="dim">Key <code id="fingerprint"></code>. Compare it with the one on the delivery page or ask the studio.</div></div>
<div class="box drop" id="drop"><label>Choose files to check, or drop them here: <input id="choose" type="file" multiple></label>
<label>Or choose the whole unpacked folder: <input id="folder" type="file" webkitdirectory></label>
<div class="dim">They are read on this computer and sent nowhere.</div>
<p id="sum" role="status"></p>
<ul id="results"></ul></div>
<h2>Files</h2>
<ul id="files"></ul>
</main>
<script type="text/plain" id="receipt">${json.toString('base64')}</script>
<script type="text/plain" id="signature">${signature}</script>
<script>
${functions}
const OWN_NAMES = ${JSON.stringify(RECEIPT_NAMES)};
${MAIN}</script>
</html>
`;
}
