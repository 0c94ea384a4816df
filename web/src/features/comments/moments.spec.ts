import { describe, expect, it } from '@jest/globals';
import { cutAtMoments } from './moments';

describe('times in a text', () => {
  it('are found with their seconds', () => {
    expect(cutAtMoments('Too loud at 1:23, again at 1:02:03.')).toEqual([
      'Too loud at ',
      { text: '1:23', seconds: 83 },
      ', again at ',
      { text: '1:02:03', seconds: 3723 },
      '.',
    ]);
  });

  it.each(['ratio 16:9', 'no 1:99', 'id 12:34:56:78', 'at 3', '', '1:23.5'])('are not found in "%s"', (text) => {
    expect(cutAtMoments(text)).toEqual(text === '' ? [] : [text]);
  });

  it('never lose text when it is split', () => {
    const text = '0:00<script>alert(1)</script> 2:10';
    expect(
      cutAtMoments(text)
        .map((piece) => (typeof piece === 'string' ? piece : piece.text))
        .join(''),
    ).toBe(text);
  });
});
