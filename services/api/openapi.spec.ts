import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { describeApi } from './describe.js';

it('openapi.json is what the API says of itself (npm run openapi renews it)', async () => {
  expect(JSON.parse(await readFile('openapi.json', 'utf8'))).toEqual(JSON.parse(await describeApi()));
});
