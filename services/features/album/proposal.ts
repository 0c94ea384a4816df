export interface NamedTrack {
  trackId: string;
  title: string;
}

/** A change of order and titles. Only what was changed is stored, so that other changes made meanwhile stay. */
export interface ProposedChange {
  /** The tracks in their new order; null if only titles change. */
  order: NamedTrack[] | null;
  /** New titles by track id. */
  titles: Record<string, string>;
}

export interface ProposedTrack extends NamedTrack {
  /** The place in the current order, from 1. */
  place: number;
  /** The current title. */
  currentTitle: string;
  /** Whether the track itself was moved, and not only shifted by others. */
  moved: boolean;
}

/** The difference between the current order and the wanted one; null if there is none. */
export function changeOf(current: NamedTrack[], wanted: NamedTrack[]): ProposedChange | null {
  const titleOf = new Map(current.map(({ trackId, title }) => [trackId, title]));
  const titles = Object.fromEntries(
    wanted.filter(({ trackId, title }) => titleOf.get(trackId) !== title).map(({ trackId, title }) => [trackId, title]),
  );
  const isReordered = wanted.some(({ trackId }, index) => trackId !== current[index]?.trackId);
  if (!isReordered && Object.keys(titles).length === 0) return null;
  return { order: isReordered ? wanted : null, titles };
}

/**
 * Applies a proposal to the current tracks: deleted tracks are left out, and tracks added since stay behind the track that
 * they follow now.
 */
export function applied(current: NamedTrack[], { order, titles }: ProposedChange): ProposedTrack[] {
  const ids = orderOf(current, order);
  const stays = longestAscending(ids.map((id) => current.findIndex(({ trackId }) => trackId === id)));
  return ids.map((trackId, index) => {
    const place = current.findIndex((track) => track.trackId === trackId);
    const currentTitle = current[place]!.title;
    const title = titles[trackId] ?? currentTitle;
    return { trackId, title, place: place + 1, currentTitle, moved: !stays.has(index) };
  });
}

/** The titles of the proposal's tracks that do not exist any more. */
export function goneFrom(current: NamedTrack[], { order, titles }: ProposedChange): string[] {
  const exists = new Set(current.map(({ trackId }) => trackId));
  const named = new Map(Object.entries(titles));
  for (const { trackId, title } of order ?? []) named.set(trackId, title);
  return [...named].filter(([trackId]) => !exists.has(trackId)).map(([, title]) => title);
}

function orderOf(current: NamedTrack[], order: NamedTrack[] | null): string[] {
  const currentIds = current.map(({ trackId }) => trackId);
  if (!order) return currentIds;
  const ids = order.map(({ trackId }) => trackId).filter((id) => currentIds.includes(id));
  currentIds.forEach((id, index) => {
    if (ids.includes(id)) return;
    const before = currentIds[index - 1];
    ids.splice(before === undefined ? 0 : ids.indexOf(before) + 1, 0, id);
  });
  return ids;
}

/** Indexes of a longest ascending run of numbers, not necessarily adjacent: the tracks that need not be moved. */
function longestAscending(numbers: number[]): Set<number> {
  const best = numbers.map((number, index) => {
    const chains = numbers.slice(0, index).map((earlier, at) => (earlier < number ? at : -1));
    return { length: 1, before: -1, candidates: chains.filter((at) => at >= 0) };
  });
  for (const each of best) {
    for (const at of each.candidates) {
      if (best[at]!.length + 1 > each.length) Object.assign(each, { length: best[at]!.length + 1, before: at });
    }
  }
  let at = best.reduce((last, { length }, index) => (length > (best[last]?.length ?? 0) ? index : last), -1);
  const chain = new Set<number>();
  for (; at >= 0; at = best[at]!.before) chain.add(at);
  return chain;
}
