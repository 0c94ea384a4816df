/** A longer text after an @ is not a name. */
const MAX_TYPED = 40;
const MAX_SHOWN = 8;

/** The name that is being typed at the caret: where its @ is, and what follows. Null if there is none. */
export function openMention(text: string, caret: number): { at: number; typed: string } | null {
  const at = text.lastIndexOf('@', caret - 1);
  const typed = text.slice(at + 1, caret);
  if (at < 0 || typed.length > MAX_TYPED || typed.includes('\n')) return null;
  // It belongs to an email address.
  return /[\p{L}\p{N}]/u.test(text[at - 1] ?? '') ? null : { at, typed };
}

/** People of whose names a word begins with the typed text; none once a whole name is typed. */
export function matching<T extends { id: string; name: string }>(people: T[], typed: string): T[] {
  const wanted = typed.toLowerCase();
  const names = (name: string) => name.toLowerCase();
  if (people.some(({ name }) => wanted.startsWith(`${names(name)} `))) return [];
  return people.filter(({ name }) => ` ${names(name)}`.includes(` ${wanted}`)).slice(0, MAX_SHOWN);
}
