import { Textarea } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import type { GetInputPropsReturnType } from '@mantine/form';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { MoneyInput } from './money-input';

const LIFETIME_DAYS = 30;

/** Default last day of a quote, as `YYYY-MM-DD`. */
export const usualEnd = (): string => dayjs().add(LIFETIME_DAYS, 'day').format('YYYY-MM-DD');

/** End of a day in the reader's time zone: a quote is valid until then. */
export const endOf = (day: string): string => dayjs(day).endOf('day').toISOString();

interface QuoteFieldsProps {
  currency: string;
  /** Input props of the amount in major units. */
  amount: GetInputPropsReturnType;
  notes: GetInputPropsReturnType;
  /** Input props of the last day. */
  until: GetInputPropsReturnType;
  /** Shown in place of the amount, unless it is empty. */
  lines?: ReactNode;
}

/** Form fields of a quote. */
export function QuoteFields({ currency, amount, notes, until, lines }: QuoteFieldsProps) {
  return (
    <>
      {lines || <MoneyInput label="Amount" required data-autofocus currency={currency} {...amount} />}
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
