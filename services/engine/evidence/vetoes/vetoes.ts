import type { SlotVeto, TrackVeto } from '../rule.js';
import { alternateVeto } from './alternate.js';
import { bounceVeto } from './bounce.js';
import { conflictVeto } from './conflict.js';
import { conventionVeto } from './convention.js';
import { deliveryVeto } from './delivery.js';
import { floatVeto } from './float.js';
import { formatVeto } from './format.js';
import { levelVeto } from './level.js';
import { liveVeto } from './live.js';
import { mixVeto } from './mix.js';
import { mixBesideVeto } from './mix-beside.js';
import { severalVeto } from './several.js';
import { sideVeto } from './side.js';
import { slotUntoldVeto } from './slot-untold.js';
import { spareVeto } from './spare.js';
import { trackVeto } from './track.js';

/** Reasons against a master; a client's original may have any of them. */
export const MASTER_VETOES: readonly TrackVeto[] = [
  mixVeto,
  mixBesideVeto,
  bounceVeto,
  deliveryVeto,
  alternateVeto,
  spareVeto,
  floatVeto,
  sideVeto,
  severalVeto,
  liveVeto,
  formatVeto,
];

export const TRACK_VETOES: readonly TrackVeto[] = [trackVeto, conflictVeto];

export const SLOT_VETOES: readonly SlotVeto[] = [levelVeto, conventionVeto, slotUntoldVeto];
