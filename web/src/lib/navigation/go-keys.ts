/** How long after G a letter still belongs to it. */
const TOGETHER_MS = 1_000;

let pressedG = -Infinity;

type KeyTime = Pick<KeyboardEvent, 'timeStamp'>;

/** Called when G was pressed: the next letter says where to go, as in G P. */
export function beginGoing({ timeStamp }: KeyTime): void {
  pressedG = timeStamp;
}

export function endGoing(): void {
  pressedG = -Infinity;
}

/** Whether a key follows G, so that it has its own meaning nowhere else. */
export const isGoing = ({ timeStamp }: KeyTime): boolean => timeStamp - pressedG < TOGETHER_MS;
