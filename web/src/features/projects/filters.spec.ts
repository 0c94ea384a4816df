import { describe, expect, it } from '@jest/globals';
import { addressOf, filtersOf, INVOICE_STATUSES, type ProjectFilters, sortBy, sortedBy } from './filters';

const usual: ProjectFilters = { search: '', status: null, invoice: null, sort: 'createdAt', order: 'desc' };

describe('the filters of the projects', () => {
  it('leave the address bare while they are as usual', () => {
    expect(addressOf(usual)).toEqual({});
    expect(filtersOf(new URLSearchParams())).toEqual(usual);
  });

  it('come back from the address as they went into it', () => {
    const filters: ProjectFilters = {
      search: 'a&b=ü',
      status: 'in_progress',
      invoice: 'none',
      sort: 'client_name',
      order: 'asc',
    };
    expect(filtersOf(new URLSearchParams(addressOf(filters)))).toEqual(filters);
  });

  it('take what an address says wrongly as not said', () => {
    expect(filtersOf(new URLSearchParams('status=lost&invoice=maybe&sort=notes&order=up'))).toEqual(usual);
  });

  it('do not offer what no project can have: a cancelled invoice is none', () => {
    expect(INVOICE_STATUSES.map(({ value }) => value)).toEqual(['none', 'pending', 'paid', 'overdue']);
  });

  it('begin at A when the title is chosen, and with the newest when a date is', () => {
    expect(sortBy('title')).toEqual({ sort: 'title', order: 'asc' });
    expect(sortBy('createdAt')).toEqual({ sort: 'createdAt', order: 'desc' });
  });

  it('order by a column as one reads it first, and the other way at the next click', () => {
    expect(sortedBy(usual, 'title')).toEqual({ sort: 'title', order: 'asc' });
    expect(sortedBy(usual, 'updatedAt')).toEqual({ sort: 'updatedAt', order: 'desc' });
    expect(sortedBy({ sort: 'title', order: 'asc' }, 'title')).toEqual({ sort: 'title', order: 'desc' });
  });
});
