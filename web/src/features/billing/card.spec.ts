import { describe, expect, it } from '@jest/globals';
import { cardProblems, demoCard } from './card';

const problems = cardProblems(new Date(2026, 10, 22));

describe('a card', () => {
  it('is valid as filled in for the demo', () => {
    const card = demoCard('Ada', new Date(2026, 10, 22));
    expect(card.expiry).toBe('12/29');
    expect([
      problems.name(card.name),
      problems.number(card.number),
      problems.expiry(card.expiry),
      problems.cvv(card.cvv),
    ]).toEqual([null, null, null, null]);
  });

  it.each(['5555 5555 5555 4444', '3782-822463-10005', '4222222222222'])('accepts the number %s', (number) =>
    expect(problems.number(number)).toBe(null),
  );

  it.each(['', '4242 4242 4242 4241', '4242', '4242 4242 4242 424x', '0'.repeat(20)])(
    'rejects the number “%s”',
    (number) => expect(problems.number(number)).toBe('This is not a card number'),
  );

  it.each([
    ['11/26', null],
    ['01 / 27', null],
    ['10/26', 'This card has expired'],
    ['13/27', 'Expiry is MM/YY'],
    ['1/27', 'Expiry is MM/YY'],
    ['', 'Expiry is MM/YY'],
  ])('with the expiry “%s”: %s', (expiry, problem) => expect(problems.expiry(expiry)).toBe(problem));

  it.each([
    ['123', null],
    ['12', 'CVV has three digits'],
    ['1234', 'CVV has three digits'],
    ['12a', 'CVV has three digits'],
  ])('with the CVV “%s”: %s', (cvv, problem) => expect(problems.cvv(cvv)).toBe(problem));

  it('needs a name', () => expect(problems.name('  ')).toBe('Name is required'));
});
