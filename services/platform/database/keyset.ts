/**
 * Yields every row, batch by batch: `read` returns the rows after the last one of the previous batch, in the order of
 * their key.
 */
export async function* keyset<T>(read: (last: T | undefined) => Promise<T[]>): AsyncGenerator<T> {
  let last: T | undefined;
  do {
    const batch = await read(last);
    yield* batch;
    last = batch.at(-1);
  } while (last !== undefined);
}
