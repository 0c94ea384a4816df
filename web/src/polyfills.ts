/*
 * Functions that one of the oldest supported browsers lacks, for pages and workers. Each entry imports this first. The
 * list `lib` in tsconfig.json allows these and what all browsers have.
 */

export {};

/** Adds methods to an object that lacks them. */
function add(to: object, methods: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(methods)) {
    if (!(to as Record<string, unknown>)[name])
      Object.defineProperty(to, name, { value, writable: true, configurable: true });
  }
}

add(Map, {
  groupBy<K, T>(items: Iterable<T>, keyOf: (item: T, index: number) => K): Map<K, T[]> {
    const groups = new Map<K, T[]>();
    let index = 0;
    for (const item of items) {
      const key = keyOf(item, index++);
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
    return groups;
  },
});

add(Promise, {
  withResolvers<T>(): PromiseWithResolvers<T> {
    let resolve!: PromiseWithResolvers<T>['resolve'];
    let reject!: PromiseWithResolvers<T>['reject'];
    const promise = new Promise<T>((...both) => ([resolve, reject] = both));
    return { promise, resolve, reject };
  },
});

add(AbortSignal, {
  any(signals: Iterable<AbortSignal>): AbortSignal {
    const all = [...signals];
    const either = new AbortController();
    const abort = ({ target }: { target: unknown }) => either.abort((target as AbortSignal).reason);
    const aborted = all.find((signal) => signal.aborted);
    if (aborted) either.abort(aborted.reason);
    // Listening ends with the first abort.
    else for (const signal of all) signal.addEventListener('abort', abort, { signal: either.signal });
    return either.signal;
  },
});

/** Replaces an element in place; a negative index counts from the end. */
function replaceAt<A extends { length: number; [index: number]: T }, T>(copy: A, index: number, value: T): A {
  const at = index < 0 ? copy.length + index : index;
  if (at < 0 || at >= copy.length) throw new RangeError(`Invalid index: ${index}`);
  copy[at] = value;
  return copy;
}

type Compare<T> = (one: T, other: T) => number;

add(Array.prototype, {
  toReversed<T>(this: T[]): T[] {
    return [...this].reverse();
  },
  toSorted<T>(this: T[], compare?: Compare<T>): T[] {
    return [...this].sort(compare);
  },
  toSpliced<T>(this: T[], ...change: [start: number, deleteCount: number, ...items: T[]]): T[] {
    const copy = [...this];
    copy.splice(...change);
    return copy;
  },
  with<T>(this: T[], index: number, value: T): T[] {
    return replaceAt([...this], index, value);
  },
});

type Typed = Float64Array;

add(Object.getPrototypeOf(Int8Array.prototype) as object, {
  toReversed(this: Typed): Typed {
    return this.slice().reverse();
  },
  toSorted(this: Typed, compare?: Compare<number>): Typed {
    return this.slice().sort(compare);
  },
  with(this: Typed, index: number, value: number): Typed {
    return replaceAt(this.slice(), index, value);
  },
});

/** Half of a surrogate pair that stands alone. */
const LONE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

add(String.prototype, {
  isWellFormed(this: string): boolean {
    return !LONE.test(this);
  },
  toWellFormed(this: string): string {
    return this.replaceAll(new RegExp(LONE, 'g'), '\uFFFD');
  },
});
