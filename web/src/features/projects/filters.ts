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
/** A project no longer has a cancelled invoice, so filtering by it would find nothing. */
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

/** Reads the filters from the URL; invalid values are ignored. */
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

/** URL parameters of the filters, without defaults. */
export function addressOf({ search, status, invoice, sort, order }: ProjectFilters): Record<string, string> {
  return {
    ...(search && { search }),
    ...(status && { status }),
    ...(invoice && { invoice }),
    ...(sort !== 'createdAt' && { sort }),
    ...(order !== 'desc' && { order }),
  };
}

/** Default order of a column: names from A, dates from the newest. */
const firstOrder = (column: Sort) => (column.endsWith('At') ? ('desc' as const) : ('asc' as const));

/** Sorts by a newly chosen column. */
export const sortBy = (column: Sort) => ({ sort: column, order: firstOrder(column) });

/** Order after a click on a column header; a second click reverses it. */
export function sortedBy({ sort, order }: Pick<ProjectFilters, 'sort' | 'order'>, column: Sort) {
  if (sort === column) return { sort, order: order === 'asc' ? ('desc' as const) : ('asc' as const) };
  return sortBy(column);
}
