/** The one source of time, so that tests can move it. */
export const clock = {
  now: (): Date => new Date(),
};
