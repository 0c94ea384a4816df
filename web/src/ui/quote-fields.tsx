import { Textarea } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { MoneyInput } from './money-input';

interface QuoteFieldsProps {
  currency: string;
  /** What the form says of the field that holds major units. */
  amount: GetInputPropsReturnType;
  notes: GetInputPropsReturnType;
}

/** What a quote says, as part of a form. */
export function QuoteFields({ currency, amount, notes }: QuoteFieldsProps) {
  return (
    <>
      <MoneyInput label="Amount" required data-autofocus currency={currency} {...amount} />
      <Textarea label="Notes (Optional)" autosize minRows={2} maxRows={8} maxLength={10_000} {...notes} />
    </>
  );
}
