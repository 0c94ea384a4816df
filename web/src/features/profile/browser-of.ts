type BrowserSignatures = readonly (readonly [sign: string, name: string])[];

/** In the order in which they give themselves away: all but Firefox say Safari, and Edge says Chrome. */
const BROWSERS: BrowserSignatures = [
  ['Edg/', 'Edge'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
];
const SYSTEMS: BrowserSignatures = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
];

/** A browser as people call it, such as 'Firefox on Windows'. */
export function browserOf(userAgent: string | null): string {
  const find = (signs: BrowserSignatures) => signs.find(([sign]) => userAgent?.includes(sign))?.[1];
  return [find(BROWSERS) ?? 'Unknown browser', find(SYSTEMS)].filter(Boolean).join(' on ');
}
