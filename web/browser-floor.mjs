import { createRequire } from 'node:module';

/** The oldest browsers that run the application; README.md names them too. Chrome 109 is the last for Windows 7. */
export const FLOOR = { chrome: 109, firefox: 115, safari: 16.4 };

/** The same as build targets. */
export const TARGETS = [...Object.entries(FLOOR), ['edge', FLOOR.chrome], ['ios', FLOOR.safari]].map(
  ([browser, version]) => `${browser}${version}`,
);

const numberOf = (version) => Number.parseFloat(String(version).replace('≤', ''));

/** Whether one of the oldest browsers lacks a feature. */
function isMissing({ __compat: compat }) {
  if (!compat) return false;
  return Object.entries(FLOOR).some(([browser, floor]) => {
    const known = [compat.support[browser] ?? []].flat();
    return !known.some(
      ({ version_added: added, version_removed: removed, flags, prefix, alternative_name: otherName }) =>
        numberOf(added) <= floor && !(numberOf(removed) <= floor) && !flags && !prefix && !otherName,
    );
  });
}

/**
 * Features that one of the oldest browsers lacks, as MDN knows it: constructors and objects (without `member`), and
 * members such as `Map.groupBy`, `Array.toSorted` or `Intl.Segmenter`.
 */
export function missingFeatures() {
  const { javascript, api } = createRequire(import.meta.url)('@mdn/browser-compat-data');
  const found = [];
  for (const [owner, feature] of Object.entries({ ...api, ...javascript.builtins })) {
    // Iterators are older than their constructor.
    const isNew = isMissing(feature) || (owner in javascript.builtins && isMissing(feature[owner] ?? {}));
    if (!isMissing(feature)) {
      for (const [name, member] of Object.entries(feature)) {
        if (name === '__compat' || name === owner || /_(event|parameter)|^@@/.test(name) || !isMissing(member))
          continue;
        found.push({ owner, member: name.replace(/_static$/, '') });
      }
    }
    if (isNew) found.push({ owner, member: null });
  }
  return found;
}
