import { describe, expect, it } from '@jest/globals';
import { jsonSize } from './json-size.js';

describe('the size of JSON', () => {
  it.each([
    ['', 1, 0],
    ['{}', 2, 1],
    ['{"a":1,"b":[1,2]}', 5, 2],
    ['[{},{},{}]', 7, 2],
    ['[[[[]]],[]]', 7, 4],
    [String.raw`{"a":"[,{\"[,{","b\\":"ü,"}`, 3, 1],
    ['{"a":"[[[', 2, 1],
    [']]]][[', 3, 0],
  ])('%s: %i values, %i deep', (text, values, depth) => expect(jsonSize(Buffer.from(text))).toEqual({ values, depth }));
});
