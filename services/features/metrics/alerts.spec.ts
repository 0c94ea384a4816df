import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { parse } from 'yaml';

interface Rule {
  alert: string;
  expr: string;
  labels?: { severity?: string };
  annotations?: { summary?: string; runbook_url?: string };
}

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { groups } = parse(read('infra/observability/alerts.yml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

it('gives every alert a severity, a summary and a link to its paragraph in the runbook', () => {
  const headings = [...read('docs/operating.md').matchAll(/^#+ (.+)$/gm)].map(([, title]) => title!.toLowerCase());
  for (const { alert, labels, annotations } of rules) {
    expect({ alert, severity: labels?.severity }).toEqual({
      alert,
      severity: expect.stringMatching(/^(critical|warning)$/),
    });
    expect(annotations?.summary).toBeTruthy();
    expect(annotations?.runbook_url).toBe(`docs/operating.md#${alert.toLowerCase()}`);
    expect(headings).toContain(alert.toLowerCase());
  }
});

it('has an alert for the store and one for the mail server', () => {
  const expressions = rules.map(({ expr }) => expr).join('\n');
  for (const check of ['storage', 'mail', 'sweep', 'room'])
    expect(expressions).toContain(`lacquer_check_failed{check="${check}"}`);
});
