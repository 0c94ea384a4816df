/** Next steps of a client's project. The first six are the client's turn. */
export const nextSteps = [
  'read_quote',
  'send_mixes',
  'hear',
  'answer',
  'pay',
  'download',
  'wait_for_quote',
  'wait_for_masters',
  'wait_for_changes',
  'wait_for_others',
  'wait_for_invoice',
  'done',
] as const;
export type NextStep = (typeof nextSteps)[number];

export interface ProjectProgress {
  /** Whether a quote waits for an answer. */
  quoted: boolean;
  /** Whether the quote was rejected or has expired, and the project has not gone on without one. */
  unquoted: boolean;
  invoiceStatus: 'pending' | 'overdue' | null;
  /** Whether the engineer has marked the project as approved or delivered. */
  closed: boolean;
  /** Whether the finals can be downloaded. */
  unlocked: boolean;
  /** Originals that the client has sent. */
  originals: number;
  /** Tracks without a master. */
  unmastered: number;
  /** Masters, counted by track, of which only the newest release counts. */
  masters: number;
  unheard: number;
  unanswered: number;
  /** Masters that the person has answered and other people have not. */
  awaitingOthers: number;
  changesAsked: number;
  /** Finals that the client has not downloaded. */
  notFetched: number;
}

/**
 * The one step to take next, and how many masters or files it concerns. It follows from the things themselves, because
 * an engineer may set a project's status by hand.
 */
export function nextStepOf(progress: ProjectProgress): { step: NextStep; count: number } {
  const { quoted, invoiceStatus, closed, unlocked, originals, masters } = progress;
  const { unheard, unanswered, awaitingOthers, changesAsked, notFetched, unmastered } = progress;
  if (quoted) return { step: 'read_quote', count: 1 };
  if (invoiceStatus === 'overdue') return { step: 'pay', count: 1 };
  if (!closed && unheard > 0) return { step: 'hear', count: unheard };
  if (!closed && unanswered > 0) return { step: 'answer', count: unanswered };
  if (invoiceStatus === 'pending') return { step: 'pay', count: 1 };
  if (unlocked && notFetched > 0) return { step: 'download', count: notFetched };
  if (changesAsked > 0) return { step: 'wait_for_changes', count: changesAsked };
  if (closed) return { step: 'done', count: 0 };
  if (awaitingOthers > 0) return { step: 'wait_for_others', count: awaitingOthers };
  if (masters === 0 && progress.unquoted) return { step: 'wait_for_quote', count: 0 };
  if (masters === 0) return { step: originals === 0 ? 'send_mixes' : 'wait_for_masters', count: 0 };
  if (unmastered > 0) return { step: 'wait_for_masters', count: unmastered };
  return { step: unlocked ? 'done' : 'wait_for_invoice', count: 0 };
}
