/**
 * An address without what plainly does not belong to it when it is pasted: a name before it, angle brackets, `mailto:`, and
 * marks around it. Several addresses and quoted names of mailboxes stay as they are.
 */
export function pastedAddress(text: string): string {
  const [, name = '', bracketed] = /^([^<>]*)<([^<>]+)>[\s,;.]*$/.exec(text) ?? [];
  if (bracketed === undefined) return bare(text);
  const address = bare(bracketed);
  // Outlook writes the address as the name of people without one.
  return !name.includes('@') || bare(name).toLowerCase() === address.toLowerCase() ? address : text;
}

const bare = (text: string): string =>
  text
    .trim()
    .replace(/^mailto:([^?]*)(\?.*)?$/is, '$1')
    .replace(/^(?!"[^"]*"@)[\s"'<(]+|[\s"'>),;.:]+$/g, '');
