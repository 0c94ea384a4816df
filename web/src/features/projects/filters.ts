import {
  type InvoiceStatus,
  invoiceStatuses,
  keysOf,
  optionsOf,
  type ProjectStatus,
  projectStatuses,
} from '../../lib/words';

export const SORTS = [
  { value: 'createdAt', label: 'Created' },
  { value: 'updatedAt', label: 'Updated' },
  { value: 'title', label: 'Title' },
  { value: 'status', label: 'Status' },
  { value: 'client_name', label: 'Client' },
] as const;
export type Sort = (typeof SORTS)[number]['value'];

export type InvoiceFilter = Exclude<InvoiceStatus, 'cancelled'> | 'none';
/** A cancelled invoice is a project's no more, so none could be found by it. */
export const INVOICE_STATUSES: { value: InvoiceFilter; label: string }[] = [
  { value: 'none', label: 'None' },
  ...optionsOf(invoiceStatuses).flatMap(({ value, label }) => (value === 'cancelled' ? [] : [{ value, label }])),
];

export interface ProjectFilters {
  search: string;
  status: ProjectStatus | null;
  invoice: InvoiceFilter | null;
  sort: Sort;
  order: 'asc' | 'desc';
}

const oneOf = <T extends string>(values: readonly T[], value: string | null): T | null =>
  values.find((each) => each === value) ?? null;

/** The filters as the address says them; what it says wrongly counts as not said. */
export function filtersOf(params: URLSearchParams): ProjectFilters {
  return {
    search: params.get('search') ?? '',
    status: oneOf(keysOf(projectStatuses), params.get('status')),
    invoice: oneOf(
      INVOICE_STATUSES.map(({ value }) => value),
      params.get('invoice'),
    ),
    sort:
      oneOf(
        SORTS.map(({ value }) => value),
        params.get('sort'),
      ) ?? 'createdAt',
    order: oneOf(['asc', 'desc'], params.get('order')) ?? 'desc',
  };
}

/** The address of these filters; what is as it always is, is left out. */
export function addressOf({ search, status, invoice, sort, order }: ProjectFilters): Record<string, string> {
  return {
    ...(search && { search }),
    ...(status && { status }),
    ...(invoice && { invoice }),
    ...(sort !== 'createdAt' && { sort }),
    ...(order !== 'desc' && { order }),
  };
}

/** The order in which a list by this column begins: names at A, dates with the newest. */
const firstOrder = (column: Sort) => (column.endsWith('At') ? ('desc' as const) : ('asc' as const));

/** The list sorted by a newly chosen column. */
export const sortBy = (column: Sort) => ({ sort: column, order: firstOrder(column) });

/** The order after a click on a column's head; a second click reverses it. */
export function sortedBy({ sort, order }: Pick<ProjectFilters, 'sort' | 'order'>, column: Sort) {
  if (sort === column) return { sort, order: order === 'asc' ? ('desc' as const) : ('asc' as const) };
  return sortBy(column);
}
