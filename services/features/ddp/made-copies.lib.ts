import type { EntityManager } from 'typeorm';
import { selectRows } from '../../platform/database/rows.js';
import { isoTime } from '../../platform/http/fields.js';
import type { MadeCopyView } from './ddp.schema.js';
import type { MadeKind } from './made-copy.entity.js';

interface CopyRow {
  kind: MadeKind;
  part: string;
  version: string;
  by: string;
  madeAt: Date;
}

const COPIES = `
  SELECT kind, part, version, users.name AS by, made_at AS "madeAt"
  FROM made_copies JOIN users ON users.id = user_id
  WHERE project_id = $1 AND kind = ANY($2) ORDER BY kind, part`;

/** The last downloads of these kinds. `current` returns the version that a download would have now, or null without one. */
export async function copiesOf(
  manager: EntityManager,
  projectId: string,
  kinds: readonly MadeKind[],
  current: (kind: MadeKind, part: string) => string | null,
): Promise<MadeCopyView[]> {
  const rows = await selectRows<CopyRow>(manager, COPIES, [projectId, kinds]);
  return rows.map(({ version, madeAt, ...copy }) => ({
    ...copy,
    madeAt: isoTime(madeAt),
    isOutdated: current(copy.kind, copy.part) !== version,
  }));
}
