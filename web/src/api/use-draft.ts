import { useMemo } from 'react';
import { type Draft, dropDraft, keepDraft, readDraft } from '../lib/forms/drafts';
import { useSession } from './session';

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
