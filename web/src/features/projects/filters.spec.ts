import { describe, expect, it } from '@jest/globals';
import { addressOf, filtersOf, INVOICE_STATUSES, type ProjectFilters, sortBy, sortedBy } from './filters';

const usual: ProjectFilters = { search: '', status: null, invoice: null, sort: 'createdAt', order: 'desc' };

describe('the filters of the projects', () => {
  it('are not in the URL while they have defaults', () => {
    expect(addressOf(usual)).toEqual({});
    expect(filtersOf(new URLSearchParams())).toEqual(usual);
  });

  it('survive a round trip through the URL', () => {
    const filters: ProjectFilters = {
      search: 'a&b=ü',
      status: 'in_progress',
      invoice: 'none',
      sort: 'client_name',
      order: 'asc',
    };
    expect(filtersOf(new URLSearchParams(addressOf(filters)))).toEqual(filters);
  });

  it('ignore invalid values in the URL', () => {
    expect(filtersOf(new URLSearchParams('status=lost&invoice=maybe&sort=notes&order=up'))).toEqual(usual);
  });

  it('do not offer cancelled invoices, which no project has', () => {
    expect(INVOICE_STATUSES.map(({ value }) => value)).toEqual(['none', 'pending', 'paid', 'overdue']);
  });

  it('sort titles from A and dates from the newest by default', () => {
    expect(sortBy('title')).toEqual({ sort: 'title', order: 'asc' });
    expect(sortBy('createdAt')).toEqual({ sort: 'createdAt', order: 'desc' });
  });

  it('sort by a column in its default order, and reverse on the second click', () => {
    expect(sortedBy(usual, 'title')).toEqual({ sort: 'title', order: 'asc' });
    expect(sortedBy(usual, 'updatedAt')).toEqual({ sort: 'updatedAt', order: 'desc' });
    expect(sortedBy({ sort: 'title', order: 'asc' }, 'title')).toEqual({ sort: 'title', order: 'desc' });
  });
});
