export interface NamedPerson {
  id: string;
  name: string;
}

const LETTER = /[\p{L}\p{N}]/u;

/**
 * The people whose names follow an @ in a text. A longer name wins over a shorter one that it begins with, so '@Ada Voss' does not mean
 * Ada. All people of one name are meant.
 */
export function mentionedIn(text: string, people: readonly NamedPerson[]): string[] {
  const known = people.filter(({ name }) => name.trim() !== '');
  const folded = text.toLowerCase();
  const found = new Set<string>();
  for (let at = folded.indexOf('@'); at >= 0; at = folded.indexOf('@', at + 1)) {
    // It belongs to an email address.
    if (LETTER.test(folded[at - 1] ?? '')) continue;
    const rest = folded.slice(at + 1);
    const named = known.filter(({ name }) => {
      const wanted = name.trim().toLowerCase();
      return rest.startsWith(wanted) && !LETTER.test(rest[wanted.length] ?? '');
    });
    const longest = Math.max(0, ...named.map(({ name }) => name.trim().length));
    for (const { id, name } of named) if (name.trim().length === longest) found.add(id);
  }
  return [...found];
}
