import { expect, it } from '@jest/globals';
import { proposeTracks } from './propose-tracks.js';

/** Proposals for files with their folders, as the browser sends them. */
function propose(paths: readonly string[]) {
  const files = paths.map((path) => ({
    id: path,
    name: path.slice(path.lastIndexOf('/') + 1),
    folder: path.slice(0, path.lastIndexOf('/')),
  }));
  return proposeTracks({ title: 'Salt Roads', artist: 'Orla Vance' }, [], files);
}

const titles = (paths: readonly string[]): string[] =>
  propose(paths).tracks.map(({ trackNumber, title }) => `${trackNumber} ${title}`);

it.each(['Disc', 'CD', 'LP', 'Vinyl Side'])('numbers that restart in each %s’s folder are continued', (disc) => {
  const [one, two] = disc === 'Vinyl Side' ? ['A', 'B'] : ['1', '2'];
  expect(titles([`${disc} ${one}/01 Ember.wav`, `${disc} ${one}/02 Wick.wav`, `${disc} ${two}/01 Smoke.wav`])).toEqual([
    '1 Ember',
    '2 Wick',
    '3 Smoke',
  ]);
});

it('numbers that continue from one disc’s folder to the next are kept', () => {
  expect(titles(['CD1/01 Ember.wav', 'CD1/02 Wick.wav', 'CD2/03 Smoke.wav'])).toEqual(['1 Ember', '2 Wick', '3 Smoke']);
});

it('folders of formats hold the same songs', () => {
  expect(
    titles(['WAV 24-96/01 Ember.wav', 'WAV 24-96/02 Wick.wav', 'WAV 16-44/01 Ember.wav', 'WAV 16-44/02 Wick.wav']),
  ).toEqual(['1 Ember', '2 Wick']);
});

it('a folder names the song when the files in it name versions', () => {
  const { tracks } = propose([
    '01 Ember/Master 24-96.wav',
    '01 Ember/Instrumental.wav',
    '02 Wick/Master 24-96.wav',
    '02 Wick/Master 16-44.wav',
  ]);
  expect(tracks.map(({ trackNumber, title, fileIds }) => [trackNumber, title, fileIds.length])).toEqual([
    [1, 'Ember', 2],
    [2, 'Wick', 2],
  ]);
});

it('files in a folder of stems or references are not songs', () => {
  const { tracks, leftOut } = propose([
    'Masters/01 Ember.wav',
    'Masters/02 Wick.wav',
    'Stems/01 Ember Lead.wav',
    'Refs/02 Wick.wav',
  ]);
  expect(tracks.map(({ fileIds }) => fileIds)).toEqual([['Masters/01 Ember.wav'], ['Masters/02 Wick.wav']]);
  expect(leftOut).toEqual([
    { fileId: 'Stems/01 Ember Lead.wav', why: 'A stem or part' },
    { fileId: 'Refs/02 Wick.wav', why: 'A reference or an unmastered mix' },
  ]);
});
