/** Selected ids and the anchor of a range. */
export interface Selection {
  ids: ReadonlySet<string>;
  anchor: string | null;
}

export const nothingSelected: Selection = { ids: new Set(), anchor: null };

export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Adds everything from the anchor to `id`, in display order; only `id` without an anchor. */
export function extended({ ids, anchor }: Selection, id: string, shown: readonly string[]): Selection {
  const from = anchor === null ? -1 : shown.indexOf(anchor);
  const to = shown.indexOf(id);
  if (to < 0) return { ids, anchor };
  const start = from < 0 ? to : Math.min(from, to);
  const range = shown.slice(start, Math.max(from, to) + 1);
  return { ids: new Set([...ids, ...range]), anchor: from < 0 ? id : anchor };
}

/** Selects all visible rows, or deselects them if all were selected. */
export function allToggled({ ids }: Selection, shown: readonly string[]): Selection {
  const next = new Set(ids);
  const all = shown.every((id) => ids.has(id));
  for (const id of shown)
    if (all) next.delete(id);
    else next.add(id);
  return { ids: next, anchor: null };
}
