import type { DragEvent } from 'react';

/** Marks a drag as one of a staged file, so that files dragged from the desktop are told apart. */
const TYPE = 'application/x-lacquer-staged-file';

export function startDrag({ dataTransfer }: DragEvent, fileId: string): void {
  dataTransfer.effectAllowed = 'move';
  dataTransfer.setData(TYPE, fileId);
}

const carriesStaged = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes(TYPE);

/** Id of the dropped file; null if something else was dropped. */
export const draggedStaged = ({ dataTransfer }: DragEvent): string | null => dataTransfer.getData(TYPE) || null;

const carriesOneFile = ({ dataTransfer: { types, items } }: DragEvent): boolean =>
  types.includes('Files') && items.length === 1;

/** Whether a slot takes it: a staged file, or one file from the desktop. */
export const fitsSlot = (event: DragEvent): boolean => carriesStaged(event) || carriesOneFile(event);
