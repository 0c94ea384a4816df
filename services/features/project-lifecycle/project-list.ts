import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { z } from 'zod';
import { projectStatuses } from '../../platform/domain-words.js';
import type { Actor } from '../../platform/http/actor.js';
import { id, text } from '../../platform/http/fields.js';
import { cutPage, decodeCursor, type Page } from '../../platform/http/page.js';
import { changesAskedIn } from '../projects/asked-changes.lib.js';
import { Project } from '../projects/project.entity.js';
import { projectView } from '../projects/project.view.js';
import { decidesIn, invitedTo } from '../projects/projects.policy.js';
import type { ProjectListQuery, ProjectView } from '../projects/projects.schema.js';

interface SortKey {
  sql: string;
  /** Converts a sort value to the text in a cursor and back. */
  toText: string;
  fromText: string;
  text: z.ZodType;
}

const instant = (sql: string): SortKey => ({
  sql,
  toText: `(EXTRACT(EPOCH FROM ${sql}) * 1000000)::bigint::text`,
  fromText: `(TIMESTAMPTZ 'epoch' + CAST(:after AS bigint) * INTERVAL '1 microsecond')`,
  text: z.string().regex(/^\d{1,16}$/),
});
const name = (column: string): SortKey => ({
  sql: `${column} COLLATE "und-x-icu"`,
  toText: `CAST(${column} AS text)`,
  fromText: 'CAST(:after AS text)',
  text: text(400),
});
const workflow = projectStatuses.map((status) => `'${status}'`).join(', ');
const position = `array_position(ARRAY[${workflow}], project.status)`;

/** Times are compared to the microsecond, names alphabetically, statuses in the order of the workflow. */
const sortKeys: Record<ProjectListQuery['sort'], SortKey> = {
  createdAt: instant('project.created_at'),
  updatedAt: instant('project.updated_at'),
  title: name('project.title'),
  client_name: name('project.client_name'),
  status: {
    sql: position,
    toText: `${position}::text`,
    fromText: 'CAST(:after AS integer)',
    text: z.string().regex(/^\d{1,2}$/),
  },
};

const shown = [
  'id',
  'studioId',
  'engineerId',
  'clientId',
  'clientName',
  'clientEmail',
  'title',
  'notes',
  'status',
  'losslessListening',
  'currentInvoiceId',
  'invoiceStatus',
  'invoiceAmountCents',
  'invoiceCurrency',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof Project)[];

interface Row extends Pick<Project, (typeof shown)[number]> {
  sortText: string;
  changesAsked: number;
}

/** Must match the expression of the index `projects_search`. */
const searched = "(project.title || E'\\n' || project.client_name || E'\\n' || project.client_email)";

/** People who were invited must not find out the client's address by searching. */
const shownToPeople = "(project.title || E'\\n' || project.client_name)";

/**
 * One page of the projects that the actor may see. It selects plain rows in one query, because entities would cost
 * more.
 */
export async function listProjects(
  manager: EntityManager,
  actor: Actor,
  query: ProjectListQuery,
): Promise<Page<ProjectView>> {
  const { sql, toText } = sortKeys[query.sort];
  const direction = query.order === 'asc' ? 'ASC' : 'DESC';
  const select = manager
    .createQueryBuilder(Project, 'project')
    .select(toText, 'sortText')
    .addSelect(sql, 'sortKey')
    .addSelect(changesAskedIn('project.id'), 'changesAsked')
    .where(
      actor.role === 'engineer'
        ? 'project.studioId = :studioId'
        : `(project.clientId = :userId OR project.id = ANY(CAST(:invitedTo AS uuid[])))
           AND project.studioId <> ALL(CAST(:barredFrom AS uuid[]))`,
      { ...actor, invitedTo: invitedTo(actor), decidesIn: decidesIn(actor) },
    )
    .orderBy('"sortKey"', direction)
    .addOrderBy('project.id', direction)
    .limit(query.limit + 1);
  for (const column of shown) select.addSelect(`project.${column}`, column);
  narrow(select, actor, query);
  if (query.cursor) startAfter(select, query, query.cursor);
  return cutPage(
    await select.getRawMany<Row>(),
    query.limit,
    (row) => projectView(actor, row),
    (row) => [query.sort, row.sortText, row.id],
  );
}

function narrow(
  select: SelectQueryBuilder<Project>,
  actor: Actor,
  { search, status, invoiceStatus }: ProjectListQuery,
): void {
  if (search) {
    const text = actor.role === 'engineer' ? searched : shownToPeople;
    select.andWhere(`${text} ILIKE :pattern`, {
      pattern: `%${search.replace(/[\\%_]/g, '\\$&')}%`,
    });
  }
  if (status) select.andWhere('project.status = :status', { status });
  if (invoiceStatus) {
    if (actor.role === 'client') {
      select.andWhere('(project.clientId = :userId OR project.id = ANY(CAST(:decidesIn AS uuid[])))');
    }
    select.andWhere(
      invoiceStatus === 'none' ? 'project.invoiceStatus IS NULL' : 'project.invoiceStatus = :invoiceStatus',
      {
        invoiceStatus,
      },
    );
  }
}

function startAfter(select: SelectQueryBuilder<Project>, { sort, order }: ProjectListQuery, cursor: string): void {
  const { sql, fromText, text } = sortKeys[sort];
  const [, after, afterId] = decodeCursor(cursor, z.tuple([z.literal(sort), text, id]));
  const comparison = order === 'asc' ? '>' : '<';
  select.andWhere(`((${sql}), project.id) ${comparison} (${fromText}, :afterId)`, { after, afterId });
}
