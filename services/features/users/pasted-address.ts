/**
 * An address without what plainly does not belong to it when it is pasted: a name before it, angle brackets, `mailto:`, and
 * marks around it. Several addresses and quoted names of mailboxes stay as they are.
 */
export function pastedAddress(text: string): string {
  const bracketed = /^[^<>@]*<([^<>]+)>[\s,;.]*$/.exec(text)?.[1] ?? text;
  return bracketed
    .trim()
    .replace(/^mailto:([^?]*)(\?.*)?$/is, '$1')
    .replace(/^(?!"[^"]*"@)[\s"'<(]+|[\s"'>),;.:]+$/g, '');
}
