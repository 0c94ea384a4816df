import { useCallback, useMemo, useState } from 'react';
import type { StagingRow } from './rows';
import { allToggled, extended, nothingSelected, toggled } from './selection';

/** The selected rows; hidden rows stay selected but are not affected by actions. */
export function useSelection(rows: StagingRow[]) {
  const [selection, setSelection] = useState(nothingSelected);
  const shown = useMemo(() => rows.map(({ file }) => file.id), [rows]);
  const toggle = useCallback((id: string) => setSelection((before) => toggled(before, id)), []);
  const extend = useCallback((id: string) => setSelection((before) => extended(before, id, shown)), [shown]);
  const choose = useCallback((id: string, range: boolean) => (range ? extend : toggle)(id), [extend, toggle]);
  return {
    ids: selection.ids,
    toggle,
    extend,
    choose,
    toggleAll: () => setSelection((before) => allToggled(before, shown)),
    selectAll: () => setSelection((before) => ({ ids: new Set([...before.ids, ...shown]), anchor: null })),
    clear: () => setSelection(nothingSelected),
  };
}

export type SelectionControls = ReturnType<typeof useSelection>;
