/**
 * A second of silence as WAV: 8 kHz, 8 bits, mono. Browsers show a media session only while a media element plays, and our
 * sound comes from an AudioContext.
 */
export function silence(): Blob {
  const samples = 8000;
  const header = new DataView(new ArrayBuffer(44));
  const text = (at: number, word: string) => [...word].forEach((c, i) => header.setUint8(at + i, c.charCodeAt(0)));
  text(0, 'RIFF');
  header.setUint32(4, 36 + samples, true);
  text(8, 'WAVEfmt ');
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, 1, true);
  header.setUint32(24, 8000, true);
  header.setUint32(28, 8000, true);
  header.setUint16(32, 1, true);
  header.setUint16(34, 8, true);
  text(36, 'data');
  header.setUint32(40, samples, true);
  return new Blob([header, new Uint8Array(samples).fill(128)], { type: 'audio/wav' });
}
