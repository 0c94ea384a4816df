import { NumberInput, type NumberInputProps } from '@mantine/core';
import { amountProblem, currencySymbol } from '../lib/format/money';

/** Maximum of the server. */
const MAX_AMOUNT = 9_999_999.99;

/**
 * An amount in major units; '' if empty. Invalid input stays and shows an error, so that no other amount is sent by
 * mistake.
 */
export function MoneyInput({ currency, error, ...props }: { currency: string } & NumberInputProps) {
  return (
    <NumberInput
      prefix={currencySymbol(currency)}
      max={MAX_AMOUNT}
      clampBehavior="strict"
      thousandSeparator=","
      hideControls
      inputMode="decimal"
      error={error ?? amountProblem(props.value)}
      {...props}
    />
  );
}
