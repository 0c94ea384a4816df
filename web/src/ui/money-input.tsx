import { NumberInput, type NumberInputProps } from '@mantine/core';
import { amountProblem, currencySymbol } from '../lib/money';

/** What the server takes at most. */
const MAX_AMOUNT = 9_999_999.99;

/** An amount in major units. Empty is ''. What is typed wrongly stays and is said: nobody is to pay another sum. */
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
