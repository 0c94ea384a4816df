import { useMutation, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { metadataGetOptions, metadataUpdateMutation } from '../../api';
import { metadataKeys, stagingKeys } from '../../api/keys';
import { useSession } from '../../api/session';
import { dropDraft, keepDraft, readDraft } from '../../lib/forms/drafts';
import { warnBeforeUnload } from '../../lib/forms/warn-before-unload';
import { bodyOf, countOf, edited, type Edits, noEdits, withEdits } from './draft';

/** The sheet of a project with the changes that are not saved yet. They survive another tab and a reload. */
export function useMetadata(projectId: string) {
  const { user } = useSession();
  const query = useQuery(metadataGetOptions({ path: { id: projectId } }));
  const base = query.data?.data;
  const place = `metadata ${projectId}`;
  const [kept, setEdits] = useState<Edits>(() => editsIn(readDraft<{ edits: string }>(user.id, place)?.edits));
  // Others may have deleted a track or typed the same meanwhile.
  const edits = useMemo(() => (base ? withEdits(base, noEdits, kept) : kept), [base, kept]);
  const save = useMutation({
    ...metadataUpdateMutation(),
    meta: {
      invalidates: [...metadataKeys(projectId), ...stagingKeys(projectId)],
      success: { title: 'Metadata saved', message: 'The sheet is up to date' },
      failure: { title: 'Error', message: 'Failed to save the metadata' },
    },
  });
  const count = countOf(edits);

  const change = useCallback(
    (more: Partial<Edits>) => base && setEdits((before) => withEdits(base, before, more)),
    [base],
  );

  useEffect(() => {
    if (count > 0) keepDraft(user.id, place, { edits: JSON.stringify(edits) });
    else dropDraft(user.id, place);
    warnBeforeUnload(place, count > 0);
    return () => warnBeforeUnload(place, false);
  }, [count, edits, place, user.id]);

  return {
    query,
    base,
    sheet: base && edited(base, edits),
    edits,
    count,
    change,
    reset: setEdits,
    discard: () => setEdits(noEdits),
    saving: save.isPending,
    save: () => {
      const sent = kept;
      save.mutate(
        { path: { id: projectId }, body: bodyOf(edits) },
        // Changes that were typed meanwhile stay unsaved.
        { onSuccess: ({ data }) => setEdits((now) => (now === sent ? noEdits : withEdits(data, noEdits, now))) },
      );
    },
  };
}

function editsIn(text: string | undefined): Edits {
  try {
    return { ...noEdits, ...(JSON.parse(text ?? '{}') as Partial<Edits>) };
  } catch {
    return noEdits;
  }
}
