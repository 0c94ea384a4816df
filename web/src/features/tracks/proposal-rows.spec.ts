import { describe, expect, it } from '@jest/globals';
import { errorsOf, type ProposalRow, rowsOf, tracksOf } from './proposal-rows';

const row = (given: Partial<ProposalRow> = {}): ProposalRow => ({
  chosen: true,
  trackNumber: 1,
  title: 'Ember',
  isrc: '',
  files: [],
  doubts: [],
  ...given,
});

describe('proposal rows', () => {
  it('are selected unless they lack a title and others have one', () => {
    const proposal = { trackNumber: 1, isrc: null, fileIds: ['a', 'gone'], maybeNoSong: false, doubts: [] };
    const [named, nameless] = rowsOf(
      [
        { ...proposal, title: 'Ember' },
        { ...proposal, title: '' },
      ],
      new Map([['a', '01 Ember.wav']]),
    );
    expect(named).toMatchObject({ chosen: true, files: [{ name: '01 Ember.wav' }] });
    expect(nameless?.chosen).toBe(false);
    expect(rowsOf([{ ...proposal, title: '' }], new Map())[0]?.chosen).toBe(true);
  });

  it('need a unique number and a title', () => {
    const rows = [
      row(),
      row({ title: ' ' }),
      row({ trackNumber: '' }),
      row({ trackNumber: 3 }),
      row({ trackNumber: 4 }),
    ];
    expect(errorsOf(rows, new Set([3]))).toEqual({
      'rows.0.trackNumber': 'Twice in this list',
      'rows.1.trackNumber': 'Twice in this list',
      'rows.1.title': 'Title is required',
      'rows.2.trackNumber': 'Must be positive',
      'rows.3.trackNumber': 'Exists already',
    });
  });

  it('are not validated while they are not selected', () => {
    expect(errorsOf([row(), row({ chosen: false, title: '' })], new Set())).toEqual({});
  });

  it('are sent trimmed, if selected', () => {
    const rows = [row({ trackNumber: '7', title: ' Ember ', isrc: ' ' }), row({ chosen: false })];
    expect(tracksOf(rows)).toEqual([{ trackNumber: 7, title: 'Ember', isrc: null }]);
  });
});
