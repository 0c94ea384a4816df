import { useMemo } from 'react';
import { useSession } from '../../api/session';
import { type Draft, dropDraft, keepDraft, readDraft } from './drafts';

/** Unsent input of the signed-in person in one form. */
export function useDraft<T extends Draft>(place: string) {
  const { id } = useSession().user;
  return useMemo(
    () => ({
      read: () => readDraft<T>(id, place),
      keep: (draft: T) => keepDraft(id, place, draft),
      drop: () => dropDraft(id, place),
    }),
    [id, place],
  );
}
