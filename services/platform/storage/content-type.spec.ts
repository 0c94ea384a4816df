import { describe, expect, it } from '@jest/globals';
import { contentDisposition, contentTypeOf, safeContentType } from './content-type.js';

it.each([
  ['a/Song.WAV', 'audio/wav'],
  ['a/preview.mp3', 'audio/mpeg'],
  ['a/none', 'application/octet-stream'],
  ['a/page.html', 'application/octet-stream'],
])('maps %s to %s', (name, type) => expect(contentTypeOf(name)).toBe(type));

it.each([
  ['audio/wav', 'audio/wav'],
  ['Audio/FLAC; x=y', 'audio/flac'],
  ['text/html', 'application/octet-stream'],
  ['image/svg+xml', 'application/octet-stream'],
  ['audio/x\r\nSet-Cookie: a', 'application/octet-stream'],
  ['', 'application/octet-stream'],
])('answers %j as %s', (type, safe) => expect(safeContentType(type)).toBe(safe));

describe('contentDisposition', () => {
  it.each([
    ['Song.wav', 'attachment; filename=Song.wav'],
    ['Größe "1".wav', 'attachment; filename="Gro_e _1_.wav"; filename*=UTF-8\'\'Gr%C3%B6%C3%9Fe%20%221%22.wav'],
    ["it's (a) *.wav", 'attachment; filename="it\'s (a) *.wav"'],
    ['100%41.wav', "attachment; filename=100_41.wav; filename*=UTF-8''100%2541.wav"],
    ['a\r\nX: y.wav', 'attachment; filename="aX: y.wav"'],
    ['song\u202egnp.wav', 'attachment; filename=songgnp.wav'],
    ['', 'attachment; filename=file.wav'],
    ['Mix final.wav.bat', 'attachment; filename="Mix final.wav.bat.wav"'],
    ['Mix.ba\u202et', 'attachment; filename=Mix.bat.wav'],
  ])('writes %j', (name, header) => expect(contentDisposition(name, 'audio/wav', false)).toBe(header));

  it('shows audio in place, but no page', () => {
    expect(contentDisposition('a.wav', 'audio/wav', true)).toMatch(/^inline;/);
    expect(contentDisposition('a.html', 'text/html', true)).toMatch(/^attachment;/);
  });
});
