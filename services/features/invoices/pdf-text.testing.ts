import { inflateSync } from 'node:zlib';

/** What a PDF of ours says, in the order of its content, without spaces: they are gaps there as often as letters. */
export function pdfText(file: Buffer): string {
  const objects = file.toString('latin1').split(/\bendobj\b/);
  const streams = objects.flatMap((object) => {
    const [, raw] = /stream\r?\n([\s\S]*?)\r?\nendstream/.exec(object) ?? [];
    return raw !== undefined && object.includes('/FlateDecode')
      ? [inflateSync(Buffer.from(raw, 'latin1')).toString('latin1')]
      : [];
  });
  // Each font numbers its letters in the order of their use; its CMap says which they are.
  const alphabets = streams.filter((stream) => stream.includes('begincmap')).map(alphabetOf);
  const fonts: string[] = [];
  const letters = streams
    .filter((stream) => /\bTf\b/.test(stream))
    .flatMap((content) => [
      ...content.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9a-f]+)>(?=[^<>\]]*(?:<[^>]*>[^<>\]]*)*\] TJ)/gi),
    ])
    .reduce(
      ({ text, font }, [, name, hex = '']) => {
        if (name && !fonts.includes(name)) fonts.push(name);
        return { font: name ?? font, text: text + read(hex, font) };
      },
      { text: '', font: '' },
    );
  return letters.text.replace(/\s/g, '');

  function read(hex: string, font: string): string {
    const codes = hex.match(/.{4}/g) ?? [];
    return codes.map((code) => alphabets[fonts.indexOf(font)]?.[parseInt(code, 16)] ?? '?').join('');
  }
}

/** The letters by their numbers. */
function alphabetOf(cmap: string): string[] {
  const ranges = [...cmap.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi)];
  const alphabet: string[] = [];
  for (const [, first = '', list = ''] of ranges) {
    [...list.matchAll(/<([^>]*)>/g)].forEach(([, hex = ''], index) => {
      const units = hex.match(/[0-9a-f]{4}/gi) ?? [];
      alphabet[parseInt(first, 16) + index] = String.fromCharCode(...units.map((unit) => parseInt(unit, 16)));
    });
  }
  return alphabet;
}
