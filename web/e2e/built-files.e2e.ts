import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ESLint } from 'eslint';
import { missingFeatures } from '../browser-floor.mjs';

const BUILT = join(import.meta.dirname, '../build/client');

/** Used only where they exist, by React, React Router, Mantine and zod, or added by src/polyfills.ts. */
const ALLOWED = [
  'AbortSignal.any',
  'Error.captureStackTrace',
  'Intl.Segmenter',
  'Map.groupBy',
  'Promise.withResolvers',
  'TouchEvent',
  'navigation',
  'setImmediate',
];

const builtFiles = (ending: string) =>
  readdirSync(BUILT, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(ending));
const textOf = (name: string) => readFileSync(join(BUILT, name), 'utf8');

describe('the built web', () => {
  it('uses no syntax and no names that the oldest supported browsers lack, dependencies included', async () => {
    const features = missingFeatures();
    const globals = features.flatMap(({ owner, member }) =>
      member === null ? owner : owner === 'Window' ? member : [],
    );
    const properties = features.flatMap(({ owner, member }) =>
      member === null ? [] : { object: owner, property: member },
    );
    const eslint = new ESLint({
      cwd: BUILT,
      overrideConfigFile: true,
      ignore: false,
      allowInlineConfig: false,
      overrideConfig: {
        // All of them can read ES2022.
        languageOptions: { ecmaVersion: 2022, sourceType: 'module' },
        rules: {
          'no-restricted-globals': ['error', ...globals],
          'no-restricted-properties': ['error', ...properties],
        },
      },
    });
    const results = await eslint.lintFiles(['**/*.js']);
    expect(results.length).toBeGreaterThan(20);
    const found = results.flatMap(({ messages }) =>
      messages.map(({ message }) => /'(.+?)'/.exec(message)?.[1] ?? message),
    );
    expect([...new Set(found)].sort()).toEqual(ALLOWED);
  });

  it('has polyfills in front of every entry', () => {
    const entries = builtFiles('.js').filter((name) =>
      /^delivery\.js|\/(entry\.client|root|.+\.worker)-[^/]*$/.test(name),
    );
    expect(entries).toHaveLength(6);
    const chunk = builtFiles('.js')
      .find((name) => name.includes('polyfills-'))!
      .split('/')
      .at(-1)!;
    for (const name of entries) {
      const text = textOf(name);
      const base = /"\.\/(base-[^"]+)"/.exec(text)?.[1];
      const whole = base ? text + textOf(`assets/${base}`) : text;
      // Pages share a chunk of them; workers and the delivery page have their own.
      expect(whole.includes(chunk) || whole.includes('withResolvers')).toBe(true);
    }
  });

  it('has no style sheets with functions and nesting that the oldest browsers do not know', () => {
    const sheets = builtFiles('.css');
    expect(sheets.length).toBeGreaterThan(2);
    for (const name of [...sheets, ...builtFiles('.html')]) {
      expect(textOf(name)).not.toMatch(/light-dark\(|color-mix\(|oklch\(|[{;]\s*&|@starting-style|@scope/);
    }
  });
});
