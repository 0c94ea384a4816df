const STEPS = [1, 2, 2.5, 5, 10];
const MOST = 4;

/** Zero and a few round values; the last one is at least `highest`. */
export function axisSteps(highest: number): number[] {
  if (highest <= 0) return [0, 1];
  const least = highest / MOST;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = (STEPS.find((factor) => factor * power >= least) ?? 10) * power;
  const count = Math.ceil(highest / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
