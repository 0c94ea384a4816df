import { describe, expect, it } from '@jest/globals';
import { LINK_GUESSES, refuseCommonPassword } from './common-passwords.js';

const known = ['Grace Hopper', 'grace.hopper@navy.example', 'Groove & Sons', 'Portal of Sound'];
const refusal = { status: 400, code: 'common_password', details: { fields: [{ field: 'password' }] } };

describe('a password of an account', () => {
  it.each([
    ...['password', 'Passw0rd', '12345678', 'aaaaaaaa', 'aaaaaaab', 'abababab', 'abcabcabc', '        '],
    ...['abcdefgh', 'abcdefg1', '87654321', 'zyxwvuts', 'qwertzuiop', 'asdfasdf', 'Summer2026'],
    ...['lacquer1', 'Lacquer!2026', 'L4cquer2026', 'GRACEHOPPER', 'Hopper-Grace-1906', 'navy.example'],
    ...['groove & sons', 'Groove2026!', 'portalofsound', 'grace.hopper@navy.example'],
    ...['reppoH-ecarG', 'studio2026', 'portal123'],
  ])('is not %j', async (password) => {
    await expect(refuseCommonPassword(password, { known })).rejects.toMatchObject(refusal);
  });

  it.each(['correct horse', 'battery staple', 'one password', 'grace under fire', 'k7#qW9!x', 'zuhause ist es schön'])(
    'may be %j',
    async (password) => expect(await refuseCommonPassword(password, { known })).toBeUndefined(),
  );
});

describe('a password of a link', () => {
  const rules = { known: ['Night Songs', 'Label'], leastGuesses: LINK_GUESSES };

  it.each(['1234', 'password', '    ', 'abcd', '1111', 'test', 'nightsongs', 'Label1', 'p a s s w o r d', '1 2 3 4'])(
    'is not %j',
    async (password) => {
      await expect(refuseCommonPassword(password, rules)).rejects.toMatchObject(refusal);
    },
  );

  it.each(['open sesame', 'k7#q', 'wxqp'])('may be %j', async (password) =>
    expect(await refuseCommonPassword(password, rules)).toBeUndefined(),
  );
});
