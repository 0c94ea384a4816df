import type { PairingSource } from '../files/mix-pairing.entity.js';

/** How well a mix agrees with the sound of a track, from 0.5 for unrelated sound to 1. */
export interface HeardTrack {
  trackId: string;
  agreement: number;
}

export interface Pairing {
  /** Null while a person has to choose. */
  trackId: string | null;
  decidedBy: PairingSource | null;
  choices: string[];
}

/** Versions of one song agree to this share and more; different songs reach at most 0.62. */
const SAME_SONG = 0.68;
const OTHER_SONG = 0.62;
/** If a second track is this near, both may be meant: an edit, a reprise, or the same song twice. */
const LEAD = 0.06;

const decided = (trackId: string, decidedBy: PairingSource): Pairing => ({ trackId, decidedBy, choices: [] });
const asked = (choices: string[]): Pairing => ({ trackId: null, decidedBy: null, choices });

/**
 * Finds the track of a mix from its sound and its name. `heard` has the tracks whose sound is known, `named` is the track that the
 * name stands for. Sound decides where it is clear. If it fits several tracks, the name may decide between those; if it contradicts the
 * name and cannot exclude it, a person is asked. Null if nothing suggests a track.
 */
export function pairMix(heard: readonly HeardTrack[], named: string | null): Pairing | null {
  const ranked = heard.toSorted((one, other) => other.agreement - one.agreement);
  const best = ranked[0];
  const alike = ranked.filter(({ agreement }) => agreement >= SAME_SONG && best!.agreement - agreement < LEAD);
  const ids = alike.map(({ trackId }) => trackId);
  const ofNamed = ranked.find(({ trackId }) => trackId === named);
  if (ids.length > 1) return named && ids.includes(named) ? decided(named, 'name') : asked(ids);
  if (ids.length === 1) {
    const isOpen = named !== null && named !== ids[0] && !ofNamed;
    return isOpen ? asked([ids[0]!, named]) : decided(ids[0]!, 'sound');
  }
  if (!named) return null;
  return ofNamed && ofNamed.agreement <= OTHER_SONG ? asked([named]) : decided(named, 'name');
}
