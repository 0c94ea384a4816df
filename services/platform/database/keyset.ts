/** Every row, batch by batch: `read` answers those behind the last one of the batch before, in the order of their key. */
export async function* keyset<T>(read: (last: T | undefined) => Promise<T[]>): AsyncGenerator<T> {
  let last: T | undefined;
  do {
    const batch = await read(last);
    yield* batch;
    last = batch.at(-1);
  } while (last !== undefined);
}
