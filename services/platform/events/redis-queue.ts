import { type BackendFactory, createRedisBackend, type RedisClient, RedisQueueBackend } from 'bullmq';
import type { Line } from './line.js';

/** The commands with which BullMQ puts jobs that were interrupted back in front of the line, the last one first. */
const PUT_BACK = ['moveStalledJobsToWait', 'moveJobFromActiveToWait'];

const SCRIPTS = {
  lacquerCount: {
    numberOfKeys: 2,
    lua: `redis.call('SET', KEYS[2], redis.call('LLEN', KEYS[1]))`,
  },
  /**
   * Sorts the jobs in front of the line that were put back, by id: ids begin with the outbox's. BullMQ does not put them
   * back by priority either.
   */
  lacquerLineUp: {
    numberOfKeys: 4,
    lua: `
      local wait, counted, prioritized, returned, prefix = KEYS[1], KEYS[2], KEYS[3], KEYS[4], ARGV[1]
      local moved = redis.call('LLEN', wait) - redis.call('GET', counted)
      redis.call('DEL', counted)
      if moved <= 0 then return end
      for _, id in ipairs(redis.call('LRANGE', wait, -moved, -1)) do
        local priority = tonumber(redis.call('HGET', prefix .. id, 'priority') or 0)
        if priority > 0 then
          redis.call('LREM', wait, -1, id)
          redis.call('ZADD', prioritized, priority * 0x100000000, id)
        else
          redis.call('ZADD', returned, 0, id)
        end
      end
      local front = {}
      local id = redis.call('LINDEX', wait, -1)
      while id and redis.call('ZSCORE', returned, id) do
        table.insert(front, redis.call('RPOP', wait))
        id = redis.call('LINDEX', wait, -1)
      end
      table.sort(front, function(one, other) return one > other end)
      redis.call('DEL', returned)
      for _, sorted in ipairs(front) do
        redis.call('RPUSH', wait, sorted)
        redis.call('ZADD', returned, 0, sorted)
      end`,
  },
  lacquerOldest: {
    numberOfKeys: 3,
    lua: `
      local oldest
      local function look(ids, attempted)
        for _, id in ipairs(ids) do
          local found = redis.call('HMGET', ARGV[1] .. id, 'timestamp', 'ats', 'rjk')
          if found[1] and (not attempted or tonumber(found[2] or 0) > 0) then
            local since = tonumber(found[3] and string.match(id, ':(%d+)$') or found[1])
            if not oldest or since < oldest then oldest = since end
          end
        end
      end
      look(redis.call('LRANGE', KEYS[1], 0, -1), false)
      look(redis.call('ZRANGE', KEYS[2], 0, -1), false)
      look(redis.call('ZRANGE', KEYS[3], 0, -1), true)
      return oldest`,
  },
  lacquerRemoveFailed: {
    numberOfKeys: 2,
    lua: `
      if redis.call('ZREM', KEYS[1], ARGV[1]) == 1 then
        redis.call('DEL', KEYS[2], KEYS[2] .. ':logs')
      end`,
  },
};

type RedisLine = RedisQueueBackend & Line;

/** A queue on Redis, with what BullMQ lacks. */
export const createRedisQueue: BackendFactory<RedisLine> = (name, options, more) => {
  const backend = createRedisBackend(name, options, more);
  const { keys } = backend;
  const prefix = backend.toKey('');
  const counted = backend.toKey('lacquer-counted');
  const client = async () => withScripts(await backend.client);
  const execute = backend.execCommand.bind(backend);

  const execCommand: typeof execute = async (caller: RedisClient, command, args: unknown[]): Promise<unknown> => {
    if (!PUT_BACK.includes(command)) return execute(caller, command, args);
    // In one step: no worker may take a job before the line is in order.
    const steps = withScripts(caller).multi();
    steps.runCommand('lacquerCount', [keys.wait, counted]);
    execute(steps, command, args);
    steps.runCommand('lacquerLineUp', [
      keys.wait,
      counted,
      keys.prioritized,
      backend.toKey('lacquer-returned'),
      prefix,
    ]);
    const results = (await steps.exec()) ?? [];
    for (const [error] of results) if (error) throw error;
    return results[1]?.[1] as unknown;
  };

  return Object.assign(backend, {
    execCommand,
    async oldestSince(): Promise<number | null> {
      const lists = [keys.wait, keys.prioritized, keys.delayed];
      return (await (await client()).runCommand('lacquerOldest', [...lists, prefix])) as number | null;
    },
    async removeFailed(id: string): Promise<void> {
      await (await client()).runCommand('lacquerRemoveFailed', [keys.failed, backend.toKey(id), id]);
    },
  });
};

function withScripts(client: RedisClient): RedisClient {
  for (const [name, script] of Object.entries(SCRIPTS)) if (!(name in client)) client.defineCommand(name, script);
  return client;
}
