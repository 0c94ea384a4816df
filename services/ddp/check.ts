import { checkDescriptors } from './check-descriptors.js';
import { checkFiles, type Digests } from './check-files.js';
import { checkProject, type ExpectedDisc } from './check-project.js';
import { checkTimes } from './check-times.js';
import { byLevel, type Finding } from './findings.js';
import type { Ddp } from './read.js';

export interface CheckOptions {
  /** Checksums of the files by path; null while they have not been read. */
  digests: Digests | null;
  /** The project's data about the disc; null if it should not be compared. */
  expected: ExpectedDisc | null;
}

/** All that is wrong with a DDP, the worst first. */
export const checkDdp = (ddp: Ddp, { digests, expected }: CheckOptions): Finding[] =>
  byLevel([
    ...checkFiles(ddp, digests),
    ...checkTimes(ddp),
    ...checkDescriptors(ddp),
    ...(expected ? checkProject(ddp, expected) : []),
  ]);
