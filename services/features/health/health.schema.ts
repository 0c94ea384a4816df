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

/** `heldSince` is the time at which the installation was restored; null when mail may be sent. */
export const mailHoldSchema = z.object({ heldSince: time.nullable() }).meta({ id: 'MailHold' });

/** Sentences. */
export const readerGapsSchema = z.object({ gaps: z.array(z.string()) }).meta({ id: 'ReaderGaps' });
