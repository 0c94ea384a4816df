import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { describeApi } from './describe.js';

it('openapi.json matches the API (npm run openapi updates it)', async () => {
  expect(JSON.parse(await readFile('openapi.json', 'utf8'))).toEqual(JSON.parse(await describeApi()));
});
