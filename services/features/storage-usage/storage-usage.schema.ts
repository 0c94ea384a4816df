import { z } from 'zod';
import { projectStatuses, storageKinds, storageLevels } from '../../platform/domain-words.js';
import { id, time } from '../../platform/http/fields.js';

const bytes = z.number().int();
const amount = { bytes, files: z.number().int() };

/** Files that would be moved to the trash, including their waveforms and previews. */
const freeableSchema = z.object(amount).meta({ id: 'Freeable' });

const storedProjectSchema = z
  .object({
    id,
    title: z.string(),
    client_name: z.string(),
    status: z.enum(projectStatuses),
    ...amount,
    updatedAt: time,
    archivedAt: time.nullable(),
    /** Masters that have been replaced by newer ones. */
    superseded: freeableSchema,
    /** Replaced masters, the client's originals, and files left in staging. */
    archivable: freeableSchema,
    can: z.object({ archive: z.boolean() }),
  })
  .meta({ id: 'StoredProject' });
export type StoredProject = z.infer<typeof storedProjectSchema>;

const storedFileSchema = z
  .object({
    id,
    projectId: id,
    projectTitle: z.string(),
    fileName: z.string(),
    kind: z.enum(storageKinds),
    bytes,
    createdAt: time,
  })
  .meta({ id: 'StoredFile' });

export const storageUsageSchema = z
  .object({
    total_gb: z.string(),
    total_bytes: bytes,
    total_files: z.number().int(),
    quotaBytes: bytes,
    level: z.enum(storageLevels),
    advice: z.string().nullable(),
    /** In the order of the kinds, without empty ones. Their sum is the total. */
    kinds: z.array(z.object({ kind: z.enum(storageKinds), ...amount })),
    superseded: freeableSchema,
    /** The hundred largest. */
    projects: z.array(storedProjectSchema),
    /** The five that were changed most recently. */
    recent: z.array(storedProjectSchema),
    /** The ten largest. */
    files: z.array(storedFileSchema),
  })
  .meta({ id: 'StorageUsage' });
export type StorageUsage = z.infer<typeof storageUsageSchema>;

export const freedSchema = z.object(amount).meta({ id: 'Freed' });
export type FreedSpace = z.infer<typeof freedSchema>;
