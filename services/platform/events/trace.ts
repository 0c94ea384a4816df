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

/** Told of each step as it is done; the tests stop the process there. */
export type Trace = (step: Step, handler?: string) => void;
