import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useRef } from 'react';
import type { StagingRow } from './rows';

interface Settings {
  rows: StagingRow[];
  viewport: RefObject<HTMLDivElement | null>;
  activeIndex: number;
  onActive: (id: string) => void;
  /** Heights in pixels of a row and of the sticky header. */
  rowHeight: number;
  headHeight: number;
}

/** Renders only visible rows and always the current one, so that scrolling never loses its focus. */
export function useVirtualRows({ rows, viewport, activeIndex, onActive, rowHeight, headHeight }: Settings) {
  const focusNext = useRef<string | null>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => viewport.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.file.id ?? index,
    overscan: 8,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      return shown.includes(activeIndex) || activeIndex >= rows.length
        ? shown
        : [...shown, activeIndex].sort((one, other) => one - other);
    },
  });

  /** Focuses the row as soon as it is rendered. */
  function focusRow(): void {
    if (focusNext.current === null) return;
    const row = viewport.current?.querySelector<HTMLElement>(`[data-row="${focusNext.current}"]`);
    if (!row) return;
    focusNext.current = null;
    row.focus({ preventScroll: true });
  }
  useEffect(focusRow);

  function goTo(index: number): void {
    const row = rows[index];
    if (!row) return;
    focusNext.current = row.file.id;
    onActive(row.file.id);
    virtual.scrollToIndex(index, { align: 'auto' });
    // Nothing renders if it is the current row already.
    focusRow();
  }

  return { virtual, goTo };
}
