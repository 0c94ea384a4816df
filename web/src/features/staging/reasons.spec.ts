import { expect, it } from '@jest/globals';
import { reasonsOf } from './reasons';

it('reads the sign of each line and counts a line without one as support', () => {
  expect(reasonsOf({ reasoning: ['+ Track number 3', '− Title differs', '- Rate differs', 'Same ISRC'] })).toEqual([
    { sign: '+', text: 'Track number 3' },
    { sign: '−', text: 'Title differs' },
    { sign: '−', text: 'Rate differs' },
    { sign: '+', text: 'Same ISRC' },
  ]);
});
