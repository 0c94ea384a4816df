import type { SlotType } from '../../platform/http/fields.js';

/** Slot types in the order in which they are shown, with their labels and whether a track needs them. */
export const defaultSlots: readonly { slotType: SlotType; label: string; isRequired: boolean }[] = [
  { slotType: 'streaming_master', label: 'Streaming Master', isRequired: true },
  { slotType: 'vinyl_master', label: 'Vinyl Master', isRequired: false },
  { slotType: 'hires_master', label: 'Hi-Res Master', isRequired: false },
  { slotType: 'cd_master', label: 'CD Master', isRequired: false },
  { slotType: 'instrumental_master', label: 'Instrumental', isRequired: false },
  { slotType: 'clean_master', label: 'Clean/Radio Edit', isRequired: false },
];

const order = new Map(defaultSlots.map((slot, index) => [slot.slotType, index]));

export const bySlotOrder = (a: { slotType: SlotType }, b: { slotType: SlotType }): number =>
  (order.get(a.slotType) ?? 0) - (order.get(b.slotType) ?? 0);

export const slotLabel = (slotType: SlotType): string =>
  defaultSlots.find((slot) => slot.slotType === slotType)?.label ?? slotType;
