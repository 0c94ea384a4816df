import { normaliseIsrc } from '../../audio-headers/texts.js';

/** Data form of an ISRC if it is one, otherwise the text as typed. */
export const storedIsrc = (text: string): string => normaliseIsrc(text) ?? text;

const digitsOf = (text: string) => text.replace(/[\s-]/g, '');

/** Check digit of the first twelve digits of an EAN-13. */
const checkDigit = (twelve: string): number => {
  const sum = [...twelve].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10;
};

/** The fault of a UPC or EAN; null if it is right. 14 digits are a GTIN, whose first is 0. */
export function upcFault(text: string): string | null {
  const digits = digitsOf(text);
  if (!/^(\d{12,13}|0\d{13})$/.test(digits)) return 'A UPC has 12 digits and an EAN has 13.';
  const ean = digits.slice(-13).padStart(13, '0');
  const expected = checkDigit(ean.slice(0, 12));
  if (Number(ean[12]) === expected) return null;
  return `The last digit of this code is the check digit: it would have to be ${expected}.`;
}

export const storedUpc = (text: string): string => (upcFault(text) === null ? digitsOf(text) : text);

/** True for a calendar day in the form 2026-11-27. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
