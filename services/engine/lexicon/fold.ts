import anyAscii from 'any-ascii';

const folded = new Map<string, string>();

/**
 * A key for comparison only: transliterated to ASCII, in lower case, letters and digits only. It is equal for 'Pájaro',
 * 'PAJARO' and its decomposed form. Empty if the text has no letters, digits or symbols with a name.
 */
export function fold(text: string): string {
  let key = folded.get(text);
  if (key === undefined) {
    key = anyAscii(text.normalize('NFKC'))
      .toLowerCase()
      .replace(/\$/g, 's')
      .replace(/[^a-z0-9]/g, '');
    if (folded.size > 50_000) folded.clear();
    folded.set(text, key);
  }
  return key;
}
