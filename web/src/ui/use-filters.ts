import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

const PAUSE_MS = 300;

interface ListFilters {
  search: string;
}

/**
 * List filters, kept in the URL. Typed search text follows after a pause; any other change in between includes it, so
 * that neither overwrites the other. `read` and `write` must be stable across renders.
 */
export function useFilters<T extends ListFilters>(
  read: (params: URLSearchParams) => T,
  write: (filters: T) => Record<string, string>,
) {
  const [params, setParams] = useSearchParams();
  const filters = read(params);
  const [typed, setTyped] = useState(filters.search);
  /** Filters that the URL will have after the pause. */
  const wanted = useRef(filters);
  useEffect(() => {
    const now = read(params);
    if (now.search !== wanted.current.search) setTyped(now.search);
    wanted.current = now;
  }, [params, read]);
  const put = (changed: Partial<T>) => {
    wanted.current = { ...wanted.current, ...changed };
    setParams(write(wanted.current), { replace: true, preventScrollReset: true });
  };
  const searchSoon = useDebouncedCallback((text: string) => put({ search: text.trim() } as Partial<T>), PAUSE_MS);
  return {
    filters,
    typed,
    type(text: string) {
      setTyped(text);
      searchSoon(text);
    },
    change(changed: Partial<T>) {
      searchSoon.cancel();
      setTyped(changed.search ?? typed);
      put({ search: typed.trim(), ...changed });
    },
  };
}
