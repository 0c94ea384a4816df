import { z } from 'zod';
import { time } from '../../platform/http/fields.js';

export const repairKinds = [
  'upload_registered',
  'upload_forgotten',
  'object_gone',
  'object_back',
  'object_removed',
  'audio_removed',
  'analysis_restarted',
] as const;
export type RepairKind = (typeof repairKinds)[number];

const state = z.enum(['ok', 'failed']);

export const healthSchema = z
  .object({
    status: state,
    version: z.string(),
    /** Null if the build does not know it. */
    commit: z.string().nullable(),
    /**
     * `storage`: it responds and belongs to this installation. `worker`: a worker is running and not frozen. `sweep`:
     * failed when too many objects in the store were unknown to the database, so that nothing was removed. `mail`:
     * failed while the mail server accepts nothing. `room`: failed while the disk of a store on disk is nearly full,
     * before uploads are refused.
     */
    checks: z.object({
      database: state,
      queue: state,
      storage: state,
      sweep: state,
      worker: state,
      mail: state,
      room: state,
    }),
    /** Number of repairs by the sweeps per kind, in total; null while the database is unavailable. */
    healed: z.record(z.enum(repairKinds), z.number().int()).nullable(),
  })
  .meta({ id: 'Health' });
export type HealthView = z.infer<typeof healthSchema>;

export const liveSchema = z.object({ status: z.literal('ok') }).meta({ id: 'Live' });

/** The portal at work, for its operator. */
export const operatorStatusSchema = z
  .object({
    queues: z.array(
      z.object({
        queue: z.string(),
        waiting: z.number().int(),
        active: z.number().int(),
        delayed: z.number().int(),
        failed: z.number().int(),
        /** Age in seconds of the oldest job that waits; 0 when there is none. */
        oldestS: z.number(),
      }),
    ),
    /**
     * Mails of the last 30 days that the mail server took without an answer for over a minute: they may have arrived.
     * Each is sent once more after an hour. `lastAt`: when it took the last one; null if there is none.
     */
    unansweredMails: z.object({ count: z.number().int(), lastAt: time.nullable() }),
    /** Events that no worker has relayed yet. */
    outbox: z.object({ waiting: z.number().int(), oldestS: z.number() }),
    /** When a worker last reported that it is alive; null if none ever has. */
    workerSeenAt: time.nullable(),
    /** Bytes that uploads may still use on the store's disk; null if the store has no such limit. */
    roomBytes: z.number().nullable(),
    storedBytes: z.number(),
    /** `node`: of this API process. `redis`: null if the queues are in PostgreSQL. */
    versions: z.object({
      lacquer: z.string(),
      postgresql: z.string(),
      node: z.string(),
      redis: z.string().nullable(),
    }),
  })
  .meta({ id: 'OperatorStatus' });

/** `heldSince` is the time at which the installation was restored; null when mail may be sent. */
export const mailHoldSchema = z.object({ heldSince: time.nullable() }).meta({ id: 'MailHold' });

/** Sentences. */
export const readerGapsSchema = z.object({ gaps: z.array(z.string()) }).meta({ id: 'ReaderGaps' });
