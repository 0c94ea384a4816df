import { codeAt, latin1, numberAt, record, textAt } from './fields.js';

export const DDPID_BYTES = 128;

/** Content of DDPID. */
export interface Identifier {
  /** `DDP 2.00`; 1.01 also occurs. */
  level: string;
  upc: string;
  /** Free text that does not reach the disc. */
  masterId: string;
  type: string;
  text: string;
}

export function readIdentifier(bytes: Uint8Array): Identifier {
  return {
    level: textAt(bytes, 0, 8),
    upc: codeAt(bytes, 8, 13),
    masterId: textAt(bytes, 38, 48),
    type: textAt(bytes, 87, 2),
    text: userText(bytes),
  };
}

/** Programs disagree by one byte about where the user text is, and in DDP 1.01 it is elsewhere. */
function userText(bytes: Uint8Array): string {
  const isOld = textAt(bytes, 0, 8) === 'DDP 1.01';
  const isShifted = /^ \d\d$/.test(latin1(bytes.subarray(93, 96)));
  const [at, from] = isOld ? [86, 88] : isShifted ? [94, 96] : [93, 95];
  const length = numberAt(bytes, at, 2);
  return length ? textAt(bytes, from, Math.min(length, DDPID_BYTES - from)) : '';
}

export const MASTER_ID_LENGTH = 48;

export const writeIdentifier = ({ upc, masterId }: Pick<Identifier, 'upc' | 'masterId'>): Uint8Array =>
  record(DDPID_BYTES, [
    [0, 8, 'DDP 2.00'],
    [8, 13, upc],
    [38, MASTER_ID_LENGTH, masterId],
    [87, 2, 'CD'],
  ]);
