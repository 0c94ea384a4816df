export interface Card {
  name: string;
  number: string;
  /** As MM/YY. */
  expiry: string;
  cvv: string;
}

/** A test number that belongs to no account, and a future date. */
export const demoCard = (name: string, now: Date): Card => ({
  name,
  number: '4242 4242 4242 4242',
  expiry: `12/${String((now.getFullYear() + 3) % 100).padStart(2, '0')}`,
  cvv: '123',
});

/** Problems of a card by field; null if a field is valid. The card is only checked here and never sent. */
export const cardProblems = (now: Date) => ({
  name: (name: string) => (name.trim() === '' ? 'Name is required' : null),
  number: (number: string) => (isCardNumber(number) ? null : 'This is not a card number'),
  expiry: (expiry: string) => expiryProblem(expiry, now),
  cvv: (cvv: string) => (/^\d{3}$/.test(cvv) ? null : 'CVV has three digits'),
});

/** 13 to 19 digits with a valid Luhn check digit (ISO/IEC 7812-1). */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/[ -]/g, '');
  if (!/^\d{13,19}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

function expiryProblem(text: string, now: Date): string | null {
  const [, month, year] = /^(0[1-9]|1[0-2])\s*\/\s*(\d{2})$/.exec(text.trim()) ?? [];
  if (!month || !year) return 'Expiry is MM/YY';
  const last = (2000 + Number(year)) * 12 + Number(month) - 1;
  return last < now.getFullYear() * 12 + now.getMonth() ? 'This card has expired' : null;
}
