import { Textarea } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import type { GetInputPropsReturnType } from '@mantine/form';
import dayjs from 'dayjs';
import { MoneyInput } from './money-input';

const LIFETIME_DAYS = 30;

/** The last day of a quote, `YYYY-MM-DD`, that a form begins with. */
export const usualEnd = (): string => dayjs().add(LIFETIME_DAYS, 'day').format('YYYY-MM-DD');

/** A quote is valid until the end of that day, in the reader's time zone. */
export const endOf = (day: string): string => dayjs(day).endOf('day').toISOString();

interface QuoteFieldsProps {
  currency: string;
  /** What the form says of the field that holds major units. */
  amount: GetInputPropsReturnType;
  notes: GetInputPropsReturnType;
  /** Of the field that holds the last day. */
  until: GetInputPropsReturnType;
}

/** What a quote says, as part of a form. */
export function QuoteFields({ currency, amount, notes, until }: QuoteFieldsProps) {
  return (
    <>
      <MoneyInput label="Amount" required data-autofocus currency={currency} {...amount} />
      <Textarea label="Notes (Optional)" autosize minRows={2} maxRows={8} maxLength={10_000} {...notes} />
      <DateInput
        label="Valid until"
        required
        valueFormat="MMM D, YYYY"
        minDate={new Date()}
        weekendDays={[]}
        popoverProps={{ withinPortal: true }}
        {...until}
      />
    </>
  );
}
