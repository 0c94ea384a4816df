import { afterEach, expect, it, jest } from '@jest/globals';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { retryOnMount } from './retries';

afterEach(() => {
  jest.restoreAllMocks();
});

it('does not repeat a request because its failure has shown another part of the page', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount } } });
  const query = {
    queryKey: ['files'],
    queryFn: jest.fn<() => Promise<string>>().mockRejectedValue(new Error('down')),
    retry: false,
  };
  const show = () => new QueryObserver(client, query).subscribe(() => undefined);
  await client.fetchQuery(query).catch(() => undefined);
  show();
  expect(query.queryFn).toHaveBeenCalledTimes(1);
  // Somebody returns to the page.
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  show();
  expect(query.queryFn).toHaveBeenCalledTimes(2);
  client.clear();
});
