interface Report {
  testResults: {
    name: string;
    status: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

interface Run<Suite> {
  suite: Suite;
  code: number | null;
  report?: Report;
}

export interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
  unstable: { file: string; test: string }[];
  skippedIn: { file: string; tests: number }[];
}

export function outcomeOf<Suite>(
  runs: Run<Suite>[],
  runAgain?: (suite: Suite, file: string) => Promise<Run<Suite>>,
): Promise<Outcome>;
