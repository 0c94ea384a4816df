import type { DoubtRule, SlotRule, TrackRule } from '../rule.js';
import { conflictDoubtRule } from './conflict-doubt.js';
import { filledSlotRule } from './filled-slot.js';
import { foreignWordRule } from './foreign-word.js';
import { formatRule } from './format.js';
import { guessedRule } from './guessed.js';
import { houseWordRule } from './house-word.js';
import { isrcRule } from './isrc.js';
import { lengthRule } from './length.js';
import { lengthDoubtRule } from './length-doubt.js';
import { lengthLeftRule } from './length-left.js';
import { lengthSettlesRule } from './length-settles.js';
import { numberRule } from './number.js';
import { radioEditRule } from './radio-edit.js';
import { shapeRule } from './shape.js';
import { sideRule } from './side.js';
import { slotPriorRule } from './slot-prior.js';
import { slotSoundRule } from './slot-sound.js';
import { slotWordRule } from './slot-word.js';
import { soundRule } from './sound.js';
import { tagRule } from './tag.js';
import { titleRule } from './title.js';
import { wordDoubtRule } from './word-doubt.js';
import { wrongNameRule } from './wrong-name-witness.js';

/** In the order in which their evidence is gathered; `guessedRule` reads what the rules before it found. */
export const TRACK_RULES: readonly TrackRule[] = [
  titleRule,
  numberRule,
  isrcRule,
  tagRule,
  lengthRule,
  lengthLeftRule,
  lengthSettlesRule,
  wrongNameRule,
  soundRule,
  guessedRule,
  foreignWordRule,
  shapeRule,
];

export const SLOT_RULES: readonly SlotRule[] = [
  slotPriorRule,
  slotWordRule,
  formatRule,
  houseWordRule,
  sideRule,
  slotSoundRule,
  radioEditRule,
  filledSlotRule,
];

export const DOUBT_RULES: readonly DoubtRule[] = [lengthDoubtRule, conflictDoubtRule, wordDoubtRule];
