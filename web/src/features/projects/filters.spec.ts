import { describe, expect, it } from '@jest/globals';
import { addressOf, filtersOf, type ProjectFilters } from './filters';

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
});
