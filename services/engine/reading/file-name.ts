const AUDIO_EXTENSION = /\.(wave?|aiff?|aifc|flac|mp3|w64|rf64|bwf|m4a|aac|ogg|opus|caf|dsf|dff|wv|alac)$/i;

/** Encodings as which UTF-8 is often misread on file shares and in ZIP archives. */
const MISREAD_AS = ['windows-1252', 'macintosh'].map((encoding) => {
  const decoder = new TextDecoder(encoding);
  const byteOf = new Map<string, number>();
  for (let byte = 0x80; byte < 0x100; byte++) byteOf.set(decoder.decode(Uint8Array.of(byte)), byte);
  return byteOf;
});

function undoMisreading(text: string): string {
  for (const byteOf of MISREAD_AS) {
    const bytes: number[] = [];
    for (const char of text) {
      const code = char.codePointAt(0) ?? 0;
      const byte = code < 0x80 ? code : byteOf.get(char);
      if (byte === undefined) break;
      bytes.push(byte);
    }
    if (bytes.length !== [...text].length) continue;
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes));
    } catch {
      continue;
    }
  }
  return text;
}

/**
 * A file's or folder's name as it was meant: composed Unicode (NFC), `%20` and `#U00e9` escapes resolved, and UTF-8
 * that was read as Windows-1252 or Mac Roman read correctly. Names without such damage are only composed.
 */
export function repairName(name: string): string {
  let text = name.normalize('NFC');
  if (/%[0-9a-f]{2}/i.test(text)) {
    try {
      text = decodeURIComponent(text);
    } catch {
      // a literal per cent sign
    }
  }
  text = text.replace(/#U([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  if (/[^\x00-\x7f]/.test(text)) text = undoMisreading(text);
  return text.normalize('NFC');
}

/** The name without its audio extension, and without a second one left by a conversion (`song.wav.mp3`). */
export function withoutExtension(name: string): string {
  let stem = name;
  while (AUDIO_EXTENSION.test(stem) && stem.replace(AUDIO_EXTENSION, '') !== '') {
    stem = stem.replace(AUDIO_EXTENSION, '');
  }
  return stem;
}
