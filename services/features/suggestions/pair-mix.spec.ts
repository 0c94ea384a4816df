import { describe, expect, it } from '@jest/globals';
import { pairMix } from './pair-mix.js';

const heard = (of: Record<string, number>) =>
  Object.entries(of).map(([trackId, agreement]) => ({ trackId, agreement }));

describe('the track of a mix', () => {
  it('is the one that it sounds like, whatever its name is', () => {
    const expected = { trackId: 'ember', decidedBy: 'sound', choices: [] };
    expect(pairMix(heard({ tide: 0.55, ember: 0.83 }), null)).toEqual(expected);
    expect(pairMix(heard({ tide: 0.55, ember: 0.83 }), 'tide')).toEqual(expected);
  });

  it('is the one of its name while no track has a sound', () => {
    expect(pairMix([], 'ember')).toEqual({ trackId: 'ember', decidedBy: 'name', choices: [] });
    expect(pairMix(heard({ tide: 0.55 }), 'ember')).toEqual({ trackId: 'ember', decidedBy: 'name', choices: [] });
  });

  it('is asked for if it sounds like two tracks, unless its name is one of them', () => {
    const both = heard({ reprise: 0.9, ember: 0.92, tide: 0.58 });
    expect(pairMix(both, null)).toEqual({ trackId: null, decidedBy: null, choices: ['ember', 'reprise'] });
    expect(pairMix(both, 'tide')).toEqual({ trackId: null, decidedBy: null, choices: ['ember', 'reprise'] });
    expect(pairMix(both, 'reprise')).toEqual({ trackId: 'reprise', decidedBy: 'name', choices: [] });
  });

  it('is asked for if its name stands for a track whose sound is unknown, or that sounds different', () => {
    expect(pairMix(heard({ ember: 0.9 }), 'tide')).toEqual({
      trackId: null,
      decidedBy: null,
      choices: ['ember', 'tide'],
    });
    expect(pairMix(heard({ ember: 0.55 }), 'ember')).toEqual({ trackId: null, decidedBy: null, choices: ['ember'] });
  });

  it('is unknown if neither sound nor name suggests one', () => {
    expect(pairMix(heard({ ember: 0.6, tide: 0.5 }), null)).toBeNull();
    expect(pairMix([], null)).toBeNull();
  });
});
