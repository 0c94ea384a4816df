/** The UPC or EAN as the thirteen digits of a disc; null for any other text. A wrong check digit is kept. */
export function ean13(text: string): string | null {
  const digits = text.replace(/[\s-]/g, '');
  if (!/^(\d{12,13}|0\d{13})$/.test(digits)) return null;
  return digits.slice(-13).padStart(13, '0');
}

export function hasRightCheckDigit(ean: string): boolean {
  const sum = [...ean.slice(0, 12)].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return Number(ean[12]) === (10 - (sum % 10)) % 10;
}

export const isIsrc = (text: string): boolean => /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/.test(text);
