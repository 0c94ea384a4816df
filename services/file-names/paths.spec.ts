import { describe, expect, it } from '@jest/globals';
import { archivePaths, type NamedFile } from './paths.js';
import { DEFAULT_TEMPLATE, fillTemplate, templateFault, type TemplateValues } from './template.js';

const song = {
  nn: '01',
  title: 'Ember',
  slot: 'Streaming',
  bits: '24',
  rate: '96',
  project: 'Night Songs',
  name: '',
} satisfies TemplateValues;

const final = (changes: Partial<TemplateValues> = {}, originalName = 'x.wav'): NamedFile => ({
  originalName,
  values: { ...song, ...changes },
});
const path = (originalName: string, changes?: Partial<TemplateValues>, template = DEFAULT_TEMPLATE) =>
  archivePaths([changes ? final(changes, originalName) : { originalName, values: null }], template)[0]!;

describe('a template of names', () => {
  it.each([
    [DEFAULT_TEMPLATE, {}, '01 Ember (Streaming 24-96)'],
    [DEFAULT_TEMPLATE, { bits: '' }, '01 Ember (Streaming 96)'],
    [DEFAULT_TEMPLATE, { rate: '' }, '01 Ember (Streaming 24)'],
    [DEFAULT_TEMPLATE, { slot: '' }, '01 Ember (24-96)'],
    [DEFAULT_TEMPLATE, { bits: '', rate: '' }, '01 Ember (Streaming)'],
    [DEFAULT_TEMPLATE, { slot: '', bits: '', rate: '' }, '01 Ember'],
    ['{title}_{bits}_{rate}', { rate: '' }, 'Ember_24'],
    ['{title} [{bits}]', { bits: '' }, 'Ember'],
    ['{project} - {title}', { project: '' }, 'Ember'],
    ['{title}', { title: 'Wait... (Live)' }, 'Wait... (Live)'],
  ])('%s leaves out what is not known in %j', (template, changes, expected) => {
    expect(fillTemplate(template, { ...song, ...changes })).toEqual([expected]);
  });

  it.each([
    ['{title', 'A brace is missing'],
    ['title}', 'A brace is missing'],
    ['{{title}}', 'A brace is missing'],
    ['{nn} {artist}', '{artist} is not known'],
    ['{title} {constructor}', '{constructor} is not known'],
    ['{nn}', 'The name must contain {title} or {name}'],
    ['a/b/c/d/{title}', 'There may be 3 folders at most'],
    [DEFAULT_TEMPLATE, null],
    ['{slot}/{nn} {name}', null],
  ])('%j has the fault %j', (template, fault) => {
    expect(templateFault(template)).toBe(fault);
  });
});

describe('the paths in an archive', () => {
  it('come from the template for finals, with the extension of the file, and from the upload for others', () => {
    expect(path('Ember_v3.WAV', {})).toBe('01 Ember (Streaming 24-96).WAV');
    expect(path('Ember_v3.wav', {}, '{slot}/{nn} {name}')).toBe('Streaming/01 Ember_v3.wav');
    expect(path('Ember_v3.wav')).toBe('Ember_v3.wav');
  });

  it('take no folder from a value, and none that leads elsewhere', () => {
    expect(path('a.wav', { title: 'Wait...' })).toBe('01 Wait... (Streaming 24-96).wav');
    expect(path('a.wav', { title: '../AC/DC' }, '{slot}/{title}')).toBe('Streaming/__AC_DC.wav');
    expect(path('a.wav', {}, '../{title}')).toBe('_/Ember.wav');
    expect(path('a.wav', {}, '//{title}')).toBe('Ember.wav');
    expect(path('a.wav', { slot: '' }, '{slot}/{title}')).toBe('Ember.wav');
  });

  it('keep the format after a title of 900 characters', () => {
    expect(path('a.wav', { title: 'x'.repeat(900) })).toMatch(/^01 x{120} \(Streaming 24-96\)\.wav$/);
  });

  it('have at most 200 bytes per segment and keep the extension', () => {
    const title = '🎵'.repeat(450);
    const parts = path(`${'ü'.repeat(190)}.wav`, { title }, '{title} {title}/{name} {name}').split('/');
    for (const part of parts) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(200);
    expect(parts[0]).toMatch(/^🎵+ 🎵+$/u);
    expect(parts[1]).toMatch(/^ü+ ü+\.wav$/);
  });

  it('stay different when two names only differ after the cut, in case or in composition', () => {
    const [one, two] = archivePaths(
      ['a', 'b'].map((end) => ({ originalName: `${'x'.repeat(250)}${end}.wav`, values: null })),
      DEFAULT_TEMPLATE,
    );
    expect(two).not.toBe(one);
    expect(Buffer.byteLength(two!)).toBeLessThanOrEqual(200);
    expect(two).toMatch(/ \(2\)\.wav$/);
    const alike = ['Straße.wav', 'STRASSE.WAV', 'caf\u00e9.wav', 'cafe\u0301.wav', 'a:b.wav', 'a?b.wav'];
    expect(
      archivePaths(
        alike.map((originalName) => ({ originalName, values: null })),
        DEFAULT_TEMPLATE,
      ),
    ).toEqual(['Straße.wav', 'STRASSE (2).WAV', 'café.wav', 'café (2).wav', 'a_b.wav', 'a_b (2).wav']);
  });

  it('number thousands of equal names', () => {
    const paths = archivePaths(
      Array.from({ length: 5_000 }, () => final()),
      DEFAULT_TEMPLATE,
    );
    expect(new Set(paths).size).toBe(5_000);
    expect(paths.at(-1)).toBe('01 Ember (Streaming 24-96) (5000).wav');
  });

  it('give no file the name of a folder', () => {
    const files = [{ originalName: 'streaming', values: null }, final()];
    expect(archivePaths(files, '{slot}/{title}')).toEqual(['streaming (2)', 'Streaming/Ember.wav']);
  });

  it.each([
    ['CON.wav', 'CON_.wav'],
    ['nul', 'nul_'],
    ['Com1.tar.gz', 'Com1_.tar.gz'],
    ['LPT9 .wav', 'LPT9_ .wav'],
    ['Console.wav', 'Console.wav'],
    ['song\u202Egnp.wav', 'songgnp.wav'],
    ['a\u2066b\u2069\u200F.flac', 'ab.flac'],
    ['../../etc/passwd', '__.._etc_passwd'],
    ['a\ud800.wav', 'a\ufffd.wav'],
    ['', '_'],
  ])('of %j is %j', (name, expected) => {
    expect(path(name)).toBe(expected);
  });
});
