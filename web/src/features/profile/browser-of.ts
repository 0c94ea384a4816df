type BrowserSignatures = readonly (readonly [sign: string, name: string])[];

/** Checked in this order, because all but Firefox also name Safari, and Edge also names Chrome. */
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

/** Common name of a browser, such as 'Firefox on Windows'. */
export function browserOf(userAgent: string | null): string {
  const find = (signs: BrowserSignatures) => signs.find(([sign]) => userAgent?.includes(sign))?.[1];
  return [find(BROWSERS) ?? 'Unknown browser', find(SYSTEMS)].filter(Boolean).join(' on ');
}
