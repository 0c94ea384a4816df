import { describe, expect, it } from '@jest/globals';
import { audioKindOf, contentTypeOf, namedAs, namingFault } from './containers.js';

describe('namingFault', () => {
  it('gives the reason', () => {
    expect(namingFault('flac', 'a.wav')).toBe('is FLAC, but its name says WAV');
    expect(namingFault('aifc', 'a.aif')).toBeNull();
  });
});

describe('audioKindOf', () => {
  it.each([
    ['a.WAV', '', 'wav'],
    ['a.bwf', 'application/octet-stream', 'wav'],
    ['a.aif', 'audio/x-aiff', 'aiff'],
    ['a.flac', 'audio/mpeg', 'flac'],
    ['a', 'audio/vnd.wave', 'wav'],
    ['a', 'audio/mpeg; charset=x', 'mp3'],
    ['a.txt', 'text/plain', null],
    ['wav', '', null],
  ])('%s of type "%s" is %s', (name, type, kind) => {
    expect(audioKindOf(name, type)).toBe(kind);
  });

  it.each([
    ['Mix final.wav', 'audio/wav', 'Mix final.wav'],
    ['Mix.BWF', 'audio/wav', 'Mix.BWF'],
    ['Mix final.wav.bat', 'audio/wav', 'Mix final.wav.bat.wav'],
    ['Mix.html', 'audio/aiff', 'Mix.html.aiff'],
    ['Mix v1.2', 'audio/flac; x=y', 'Mix v1.2.flac'],
    ['Mix.wav', 'audio/mpeg', 'Mix.wav.mp3'],
    ['Mix.wav ', 'audio/wav', 'Mix.wav .wav'],
    ['Notes.txt', 'text/plain', 'Notes.txt'],
  ])('names %j of type %s %j', (name, type, named) => {
    expect(namedAs(name, type)).toBe(named);
  });

  it('gives one content type to each kind', () => {
    expect((['wav', 'aiff', 'flac', 'mp3'] as const).map(contentTypeOf)).toEqual([
      'audio/wav',
      'audio/aiff',
      'audio/flac',
      'audio/mpeg',
    ]);
  });
});
