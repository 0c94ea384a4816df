import { domainWords, slotTypes } from '../../platform/domain-words.js';

/** The slots that a new track gets. */
export const defaultSlots = slotTypes.map((slotType) => ({
  slotType,
  isRequired: domainWords.slotTypes[slotType].isRequired,
}));
