import type { ProjectStep } from '../../api';
import { formatDeadline, formatPlainDate, plural } from '../../lib/format/format';
import { formatMoney } from '../../lib/format/money';

interface StepWords {
  /** One sentence without a full stop. */
  sentence: string;
  /** The button, and where it leads; null while it is the engineer's turn. */
  action: { label: string; to: string } | null;
}

/** The words of a step for the client. `canPay`: whether invoices are paid here and not by transfer. */
export function wordsOf(step: ProjectStep, canPay: boolean): StepWords {
  const { projectId, count, at, overdue } = step;
  const page = `/app/projects/${projectId}`;
  const sum = step.amountCents !== null && step.currency ? formatMoney(step.amountCents, step.currency) : '';
  const files = `${page}?tab=files`;
  switch (step.step) {
    case 'read_quote':
      return {
        sentence: `Quote of ${sum}, valid until ${formatDeadline(at ?? '')}`,
        action: { label: 'Read the quote', to: `${page}?tab=quote` },
      };
    case 'send_mixes':
      return { sentence: 'Your mixes are needed to begin', action: { label: 'Send your mixes', to: files } };
    case 'hear':
      return { sentence: `${plural(count, 'new master')} to hear`, action: { label: 'Listen', to: files } };
    case 'answer':
      return { sentence: `${plural(count, 'master')} without your answer`, action: { label: 'Answer', to: files } };
    case 'pay':
      return {
        sentence: `Invoice of ${sum}, due ${formatPlainDate(at ?? '')}${overdue ? ': overdue' : ''}`,
        action: { label: canPay ? `Pay ${sum}` : 'How to pay', to: `/app/payment/${projectId}` },
      };
    case 'download':
      return { sentence: `${plural(count, 'final')} ready to download`, action: { label: 'Download', to: files } };
    case 'wait_for_quote':
      return { sentence: 'The quote is no longer open; your engineer can send a new one', action: null };
    case 'wait_for_masters':
      return {
        sentence: `Your engineer is working on ${count > 0 ? plural(count, 'more track') : 'it'}`,
        action: null,
      };
    case 'wait_for_changes':
      return { sentence: `Your engineer is changing ${plural(count, 'master')}`, action: null };
    case 'wait_for_others':
      return { sentence: `${plural(count, 'master')} approved by you, not by everyone who decides`, action: null };
    case 'wait_for_invoice':
      return { sentence: 'Everything is answered; the invoice comes next', action: null };
    case 'done':
      return { sentence: 'Finished', action: null };
  }
}

/** Steps of the client, the most pressing first. */
const ORDER: ProjectStep['step'][] = ['read_quote', 'pay', 'hear', 'answer', 'download', 'send_mixes'];

/** The steps that are the client's turn: overdue payments, then by kind, then by date. */
export function turnsOf(steps: ProjectStep[]): ProjectStep[] {
  const place = ({ step, overdue }: ProjectStep) => (step === 'pay' && overdue ? -1 : ORDER.indexOf(step));
  return steps
    .filter(({ step }) => ORDER.includes(step))
    .sort((one, other) => place(one) - place(other) || (one.at ?? '').localeCompare(other.at ?? ''));
}
