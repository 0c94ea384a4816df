import { SLOT_LABELS, SLOT_TYPES, type SlotType } from '../../engine/types.js';

/** Slot types in the order in which they are shown, with their labels and whether a track needs them. */
export const defaultSlots: readonly { slotType: SlotType; label: string; isRequired: boolean }[] = SLOT_TYPES.map(
  (slotType) => ({ slotType, label: SLOT_LABELS[slotType], isRequired: slotType === 'streaming_master' }),
);

const order = new Map(defaultSlots.map((slot, index) => [slot.slotType, index]));

export const bySlotOrder = (a: { slotType: SlotType }, b: { slotType: SlotType }): number =>
  (order.get(a.slotType) ?? 0) - (order.get(b.slotType) ?? 0);

export const slotLabel = (slotType: SlotType): string => SLOT_LABELS[slotType];
