interface CountedSlot {
  isRequired: boolean;
  fileId: string | null;
  stagingFileId: string | null;
}

export interface Completion {
  /** Required slots that are filled. */
  filled: number;
  required: number;
  /** Slots that are filled, required or not. */
  filledInAll: number;
  inAll: number;
  /** Percentage of required slots that are filled, rounded; 100 when none is required. */
  percent: number;
}

export const isFilled = (slot: CountedSlot): boolean => slot.fileId !== null || slot.stagingFileId !== null;

export function completionOf(slots: CountedSlot[]): Completion {
  const required = slots.filter((slot) => slot.isRequired);
  const filled = required.filter(isFilled).length;
  return {
    filled,
    required: required.length,
    filledInAll: slots.filter(isFilled).length,
    inAll: slots.length,
    percent: required.length === 0 ? 100 : Math.round((filled / required.length) * 100),
  };
}

/** A track is ready when every required slot is filled. */
export function isReady(slots: CountedSlot[]): boolean {
  const { filled, required } = completionOf(slots);
  return filled === required;
}
