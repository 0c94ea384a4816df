import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { Every, handlersOf, On } from './decorators.js';
import type * as DefineEvent from './define-event.js';
import { checkHandlers, type Handler, type HandlerContext, type Tick } from './handler.js';
import { tickId } from './processor.js';
import { checkClock } from './server-checks.js';
import { timing } from './timing.js';

const rung = { name: 'test.rung', schema: z.object({ bell: z.string() }) };

class BellWorker {
  heard: string[] = [];

  @On(rung, { queue: 'mail', retries: 1, onExhausted: 'giveUp' })
  async hear({ bell }: { bell: string }, context: HandlerContext): Promise<void> {
    this.heard.push(`${bell} ${context.attempt}`);
  }

  async giveUp(): Promise<void> {
    this.heard.push('gave up');
  }

  @Every('0 9 * * *', { name: 'morning-bell', zone: 'Europe/Berlin' })
  async ring(_tick: Tick, _context: HandlerContext): Promise<void> {}
}

class WithoutMissingHandler {
  @On(rung, { queue: 'default', onExhausted: 'missing' })
  async hear(): Promise<void> {}
}

const context = { attempt: 2 } as HandlerContext;

describe('defineEvent', () => {
  it('refuses a name that is taken or malformed, and remembers every event', async () => {
    // A separate module instance: the application's worker, in other tests of this process, needs a handler for every
    // event.
    const address = './define-event.js?own';
    const { definedEvents, defineEvent } = (await import(address)) as typeof DefineEvent;
    const first = defineEvent('test.rung', z.object({}));
    expect(() => defineEvent('test.rung', z.object({}))).toThrow('The event test.rung is defined twice');
    expect(() => defineEvent('Test Rung', z.object({}))).toThrow('Test Rung is not a name for an event');
    expect(definedEvents()).toEqual([first]);
  });
});

describe('handlersOf', () => {
  it('returns each decorated method as a handler bound to its instance', async () => {
    const worker = new BellWorker();
    const [hear, ring] = handlersOf(worker);
    expect(hear).toMatchObject({ kind: 'event', name: 'BellWorker.hear', queue: 'mail', attempts: 2, event: rung });
    expect(ring).toMatchObject({
      kind: 'schedule',
      name: 'morning-bell',
      cron: '0 9 * * *',
      zone: 'Europe/Berlin',
      attempts: 5,
    });
    if (hear?.kind !== 'event') throw new Error('no event handler');
    await hear.run({ bell: 'big' }, context);
    await hear.exhausted?.({}, new Error(), undefined as never);
    expect(worker.heard).toEqual(['big 2', 'gave up']);
  });

  it('returns nothing for other objects, and refuses onExhausted without its method', () => {
    expect(handlersOf({})).toEqual([]);
    expect(handlersOf(Object.create(null) as object)).toEqual([]);
    expect(() => handlersOf(new WithoutMissingHandler())).toThrow('WithoutMissingHandler has no method missing');
  });
});

describe('checkHandlers', () => {
  const handler = (name: string) => ({ ...handlersOf(new BellWorker())[0], name }) as Handler;

  it('refuses setups that would lose work', () => {
    expect(() => checkHandlers([handler('A')], [rung])).not.toThrow();
    expect(() => checkHandlers([handler('A'), handler('A')], [rung])).toThrow('The handler A exists twice');
    expect(() => checkHandlers([], [rung])).toThrow('No handler for the event test.rung');
    expect(() => checkHandlers([handler('a:b')], [rung])).toThrow('a:b is not a name for a handler');
  });
});

describe('tickId', () => {
  it('is the same UUID for a slot in every process', () => {
    const id = tickId('morning-bell', 1_763_640_000_000);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(tickId('morning-bell', 1_763_640_000_000)).toBe(id);
    expect(tickId('morning-bell', 1_763_640_001_000)).not.toBe(id);
    expect(tickId('evening-bell', 1_763_640_000_000)).not.toBe(id);
  });
});

describe('checkClock', () => {
  const clockOf = (at: number) => ({ query: async () => [{ at: new Date(at) }] }) as never;

  it('tolerates two seconds and states the direction of a larger difference', async () => {
    await expect(checkClock(clockOf(10_000), () => 11_900)).resolves.toBeUndefined();
    await expect(checkClock(clockOf(10_000), () => 20_000)).rejects.toThrow("10 s ahead of the database's");
    await expect(checkClock(clockOf(20_000), () => 10_000)).rejects.toThrow("10 s behind the database's");
  });
});

describe('timing', () => {
  it("brings a killed worker's jobs back within 15 s, and keeps a running one whose clock is off", () => {
    expect(timing.lockMs + 2 * timing.stalledMs).toBeLessThan(14_000);
    // A lock is renewed at half its time and counts as lost when two checks found it expired; two clocks differ by 4 s
    // at most.
    expect(timing.lockMs - 4_000 + timing.stalledMs).toBeGreaterThan(timing.lockMs / 2);
  });
});
