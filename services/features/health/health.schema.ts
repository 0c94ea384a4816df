import { z } from 'zod';

const state = z.enum(['ok', 'failed']);

export const healthSchema = z
  .object({ status: state, checks: z.object({ database: state, queue: state, storage: state }) })
  .meta({ id: 'Health' });
export type HealthView = z.infer<typeof healthSchema>;

export const liveSchema = z.object({ status: z.literal('ok') }).meta({ id: 'Live' });
