// Counts what runs of Jest report (`--json`), and lets failed files run once more.

/** When more files than this fail, something is broken, and running them all again would take long. */
const MOST_FILES_AGAIN = 5;

/**
 * Adds up runs of Jest. A run without a report counts as one failure, and so does a run that failed although no test
 * did. With `runAgain`, each file that failed runs once more by itself: if it passes, that counts, and the tests that had
 * failed are `unstable`.
 */
export async function outcomeOf(runs, runAgain) {
  const total = { passed: 0, failed: 0, skipped: 0, unstable: [], skippedIn: [] };
  const add = ({ name, passed, failures, skipped }) => {
    total.passed += passed;
    total.failed += failures.length;
    total.skipped += skipped;
    if (skipped > 0) total.skippedIn.push({ file: name, tests: skipped });
  };
  const failed = [];
  for (const { suite, code, report } of runs) {
    const files = report ? filesOf(report) : [];
    const broken = files.filter(({ failures }) => failures.length > 0);
    if (code !== 0 && broken.length === 0) total.failed += 1;
    for (const file of files) if (!broken.includes(file)) add(file);
    failed.push(...broken.map((file) => ({ suite, ...file })));
  }
  const isRunAgain = runAgain && failed.length <= MOST_FILES_AGAIN;
  for (const first of failed) {
    const { code, report } = isRunAgain ? await runAgain(first.suite, first.name) : {};
    const [second] = code === 0 ? filesOf(report) : [];
    if (second) for (const test of first.failures) total.unstable.push({ file: first.name, test });
    add(second ?? first);
  }
  return total;
}

/** A file that could not run at all has no tests; that counts as one failure. */
function filesOf({ testResults }) {
  return testResults.map(({ name, status, assertionResults }) => {
    const failures = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => fullName);
    if (status === 'failed' && failures.length === 0) failures.push('the file itself');
    const passed = assertionResults.filter((test) => test.status === 'passed').length;
    const ran = assertionResults.filter((test) => ['passed', 'failed'].includes(test.status)).length;
    return { name, passed, failures, skipped: assertionResults.length - ran };
  });
}
