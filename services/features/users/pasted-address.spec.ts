import { describe, expect, it } from '@jest/globals';
import { emailField, ONE_ADDRESS } from './users.schema.js';

const parsed = (text: string): string | null => emailField.safeParse(text).data ?? null;

describe('an address that is pasted', () => {
  it.each([
    'kim@example.org',
    ' Kim@Example.org\t',
    'kim@example.org;',
    'kim@example.org, ',
    'kim@example.org.',
    '<kim@example.org>',
    'mailto:kim@example.org',
    'MAILTO:kim@example.org?subject=Mix',
    'Kim Lee <kim@example.org>',
    '"Lee, Kim" <kim@example.org>;',
    '(kim@example.org)',
    'kim@example.org <kim@example.org>',
    "'Kim@example.org' <kim@example.org>;",
    "'kim@example.org'",
  ])('is taken from %j', (text) => expect(parsed(text)).toBe('kim@example.org'));

  it.each([
    'o’neil@example.org',
    "o'neil@example.org",
    'kim+mix@example.org',
    'kim@büro.example',
    'a@b',
    '夜@example.org',
    '"ada,b"@example.org',
  ])('stays as it is: %s', (text) => expect(parsed(text)).toBe(text));

  it.each([
    'kim@example.org, lee@example.org',
    'kim@example.org;lee@example.org',
    'Kim <kim@example.org>, Lee <lee@example.org>',
    'kim@example.org, <lee@example.org>',
    'Kim kim@example.org',
    'kim@example..org',
    'kim@.example.org',
    'kim@example.org/mix',
    'kim@@example.org',
    'kim"@example.org',
    '"kim"lee@example.org',
    '"kim;lee@example.org',
    'kim',
    '@example.org',
    '<>',
    `${'k'.repeat(308)}@example.org`,
    `${'k'.repeat(1_000)}@example.org`,
    '',
  ])('is refused with a sentence: %j', (text) => {
    const { error } = emailField.safeParse(text);
    expect(error?.issues.map(({ message }) => message)).toEqual([ONE_ADDRESS]);
  });
});
