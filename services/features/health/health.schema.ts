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
    /** Null where the build does not know it. */
    commit: z.string().nullable(),
    /**
     * `storage`: whether it answers and is this installation's. `worker`: whether one runs and is not frozen. `sweep`: failed
     * after so much of the store was unknown to the database that nothing was removed. `mail`: failed while the mail server takes nothing.
     * `room`: failed while the disk of a store on disk is nearly full, before uploads are refused.
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
    /** How often the sweeps have mended what, ever; null while the database does not answer. */
    healed: z.record(z.enum(repairKinds), z.number().int()).nullable(),
  })
  .meta({ id: 'Health' });
export type HealthView = z.infer<typeof healthSchema>;

export const liveSchema = z.object({ status: z.literal('ok') }).meta({ id: 'Live' });

/** `heldSince`: when the installation was restored; null when mail may leave. */
export const mailHoldSchema = z.object({ heldSince: time.nullable() }).meta({ id: 'MailHold' });

/** Sentences. */
export const readerGapsSchema = z.object({ gaps: z.array(z.string()) }).meta({ id: 'ReaderGaps' });
