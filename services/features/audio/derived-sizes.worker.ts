import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Every } from '../../platform/events/decorators.js';
import { Storage } from '../../platform/storage/storage.js';

const BATCH = 1000;

/** Backfills the sizes of waveforms and previews that were made before sizes were stored. */
@Injectable()
export class DerivedSizesWorker {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
  ) {}

  @Every('41 * * * *', { name: 'files.derived-sizes' })
  async measure(): Promise<void> {
    const unmeasured = await this.database.query<{ id: string; keys: string[] }>(
      `SELECT id, array_remove(ARRAY[peaks_key, preview_key], NULL) AS keys FROM audio
       WHERE derived_bytes IS NULL AND state = 'done' AND peaks_key IS NOT NULL LIMIT ${BATCH}`,
    );
    for (const { id, keys } of unmeasured) {
      const objects = await Promise.all(keys.map((key) => this.storage.head(key)));
      const bytes = objects.reduce((sum, object) => sum + (object?.sizeBytes ?? 0), 0);
      await this.database.query('UPDATE audio SET derived_bytes = $2 WHERE id = $1 AND derived_bytes IS NULL', [
        id,
        bytes,
      ]);
    }
  }
}
