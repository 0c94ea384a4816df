/** The steps between which a process may die. */
export type Step =
  | 'relay.claimed'
  | 'relay.added'
  | 'relay.marked'
  | 'relay.committed'
  | 'handler.started'
  | 'handler.written'
  | 'handler.committed'
  | 'handler.failed';

/** Called after each step; the tests stop the process there. */
export type Trace = (step: Step, handler?: string) => void;
