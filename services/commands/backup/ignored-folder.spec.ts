import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const lines = (path: string) => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8').split('\n');

it('keeps the folder of infra/move-in out of commits and images, because it contains the secret', () => {
  const [, folder] = /\$\{1:-([\w-]+)\}/.exec(lines('infra/move-in').join('\n')) ?? [];
  expect(folder).toBe('backup');
  expect(lines('.gitignore')).toContain(`/${folder}/`);
  expect(lines('.dockerignore')).toContain(folder);
});
