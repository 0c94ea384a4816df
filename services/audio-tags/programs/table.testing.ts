import { encoders } from './encoders.testing.js';
import { libraries } from './libraries.testing.js';
import type { ProgramRow } from './row.testing.js';
import { tools } from './tools.testing.js';

/** A new program is one row. The test with `RECORD_PROGRAMS=1 UPDATE_DOCS=1` writes its recording and the page of the docs. */
export const rows: readonly ProgramRow[] = [...encoders, ...tools, ...libraries];
