import { NumberInput, type NumberInputProps } from '@mantine/core';
import { currencySymbol } from '../lib/money';

/** What the server takes at most. */
const MAX_AMOUNT = 9_999_999.99;

/** An amount in major units, with two decimals at most. Empty is ''. */
export function MoneyInput({ currency, ...props }: { currency: string } & NumberInputProps) {
  return (
    <NumberInput
      prefix={currencySymbol(currency)}
      min={0}
      max={MAX_AMOUNT}
      clampBehavior="strict"
      decimalScale={2}
      thousandSeparator=","
      allowNegative={false}
      hideControls
      inputMode="decimal"
      {...props}
    />
  );
}
