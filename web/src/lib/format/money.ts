/** Formats minor units: 123456 of USD is '$1,234.56'. */
export const formatMoney = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(cents / 100);

/** Symbol of a currency, such as '$' for USD. */
export const currencySymbol = (currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency;

/** Amount in major units as a form shows it, with two decimals: 450.5 is '450.50', null is ''. */
export const amountText = (amount: number | null | undefined): string => amount?.toFixed(2) ?? '';

/** Problem with a typed amount; null if it is valid or empty. */
export function amountProblem(value: number | string | undefined): string | null {
  if (value === undefined || value === '' || value === '-') return null;
  if (Number(value) < 0) return 'The amount must be more than 0';
  return /\.\d{3,}$/.test(String(value)) ? 'The amount may have two decimals at most' : null;
}
