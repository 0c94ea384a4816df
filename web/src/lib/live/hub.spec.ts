import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LiveHub, type Tell, type ToTab } from './hub';

/** Stands for the browser's EventSource; the test answers for the server. */
class FakeSource extends EventTarget {
  onmessage: ((event: MessageEvent<string>) => void) | null = null;
  onerror: (() => void) | null = null;
  readyState = 0;
  close() {
    this.readyState = 2;
  }
  hello(userId: string) {
    this.readyState = 1;
    this.dispatchEvent(new MessageEvent('hello', { data: JSON.stringify({ userId }) }));
  }
  send(topic: string) {
    this.onmessage?.(new MessageEvent('message', { data: JSON.stringify({ topic }) }));
  }
  /** `ended` stands for an answer that is not a stream, after which browsers do not try again. */
  fail(ended = false) {
    this.readyState = ended ? 2 : 0;
    this.onerror?.();
  }
}

const EVENT_SOURCE = { CLOSED: 2 };

describe('LiveHub', () => {
  let sources: FakeSource[];
  let hub: LiveHub;
  const last = () => sources.at(-1)!;
  const open = () => sources.filter(({ readyState }) => readyState !== 2).length;

  /** A tab with the messages that it has got. */
  function tab(): { tell: Tell; got: ToTab[]; topics: () => string[]; streams: () => number } {
    const got: ToTab[] = [];
    return {
      tell: (message) => got.push(message),
      got,
      topics: () => got.flatMap((message) => ('event' in message ? message.event.topic : [])),
      streams: () => new Set(got.flatMap((message) => ('stream' in message ? (message.stream ?? []) : []))).size,
    };
  }

  function join(userId = 'kim', visible = true) {
    const joined = tab();
    hub.hear(joined.tell, { visible, joins: userId });
    return joined;
  }

  beforeEach(() => {
    jest.useFakeTimers({ now: 1_000_000 });
    Object.assign(globalThis, { EventSource: EVENT_SOURCE });
    sources = [];
    hub = new LiveHub(() => {
      const source = new FakeSource();
      sources.push(source);
      return source as unknown as EventSource;
    });
  });
  afterEach(() => {
    jest.useRealTimers();
    Reflect.deleteProperty(globalThis, 'EventSource');
  });

  it('opens one stream for forty tabs, and each hears every event once', () => {
    const tabs = Array.from({ length: 40 }, (_, index) => join('kim', index % 2 === 0));
    last().hello('kim');
    last().send('files');
    expect(sources).toHaveLength(1);
    for (const { topics, streams } of tabs) expect([topics(), streams()]).toEqual([['files'], 1]);
  });

  it('repeats for a tab that comes later what has just happened, but not what it has read already', () => {
    join();
    last().hello('kim');
    last().send('files');
    jest.advanceTimersByTime(2_500);
    last().send('comments');
    jest.advanceTimersByTime(1_000);
    expect(join().topics()).toEqual(['comments']);
  });

  it('closes the stream soon after the last tab is hidden, and opens another when one is shown', () => {
    const [one, two] = [join(), join()];
    last().hello('kim');
    hub.hear(one.tell, { visible: false });
    jest.advanceTimersByTime(10_000);
    expect(open()).toBe(1);
    hub.hear(two.tell, { visible: false });
    hub.hear(one.tell, { visible: true });
    jest.advanceTimersByTime(10_000);
    expect([open(), sources.length]).toEqual([1, 1]);
    hub.hear(one.tell, { visible: false });
    jest.advanceTimersByTime(10_000);
    expect(open()).toBe(0);
    hub.hear(two.tell, { visible: true });
    last().hello('kim');
    expect([open(), one.streams(), two.streams()]).toEqual([1, 2, 2]);
  });

  it('is closed with the last tab, also while it waits to open a stream again', () => {
    const one = join();
    last().fail(true);
    hub.hear(one.tell, { visible: false, leaves: true });
    jest.advanceTimersByTime(60_000);
    expect([open(), sources.length]).toEqual([0, 1]);
  });

  it('gets a new number when the stream was interrupted, by the network or by a proxy', () => {
    const one = join();
    last().hello('kim');
    last().fail();
    last().hello('kim');
    expect([sources.length, one.streams()]).toEqual([1, 2]);
    last().fail(true);
    jest.advanceTimersByTime(10_000);
    last().hello('kim');
    expect([sources.length, one.streams()]).toEqual([2, 3]);
  });

  it('opens the stream again for a tab that was signed in as another person', () => {
    const old = join('kim');
    last().hello('kim');
    const fresh = join('lou');
    expect([sources.length, open()]).toEqual([2, 1]);
    last().hello('lou');
    expect([old, fresh].map(({ got }) => got.at(-1))).toEqual(
      Array(2).fill({ stream: expect.any(Number), userId: 'lou' }),
    );
  });

  it('opens it again when the person signed in while it was being opened', () => {
    join('kim');
    const fresh = join('lou');
    sources[0]!.hello('kim');
    expect([sources.length, open(), fresh.streams()]).toEqual([2, 1, 0]);
    last().hello('lou');
    expect(fresh.got.at(-1)).toMatchObject({ userId: 'lou' });
  });

  it('does not go round in circles for a tab that does not know of the sign-in', () => {
    const stale = join('kim');
    last().hello('lou');
    last().hello('lou');
    expect(sources).toHaveLength(2);
    expect(stale.got.at(-1)).toMatchObject({ userId: 'lou' });
    for (let ping = 0; ping < 5; ping++) hub.hear(stale.tell, { visible: true });
    expect([sources.length, open()]).toEqual([2, 1]);
  });
});
