import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { On } from '../../platform/events/decorators.js';
import { Storage } from '../../platform/storage/storage.js';
import { objectsPurged } from '../trash-store/trash.events.js';
import { objectsDropped } from './audio.events.js';
import { deleteForGood, moveToTrash } from './trash-objects.lib.js';

/** Key prefix of files that the analysis makes and can make again. */
const DERIVED = 'derived/';

/** Removes objects that no row refers to any longer. Idempotent. */
@Injectable()
export class ObjectsWorker {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
  ) {}

  /** Uploads go to the trash, from which they can be restored for 30 days; derived files are deleted. */
  @On(objectsDropped, { queue: 'default' })
  async remove({ keys }: { keys: string[] }): Promise<void> {
    for (const key of keys) {
      if (key.startsWith(DERIVED)) await this.storage.delete(key);
      else await moveToTrash(this.database, this.storage, key);
    }
  }

  @On(objectsPurged, { queue: 'default' })
  purge({ keys }: { keys: string[] }): Promise<void> {
    return deleteForGood(this.database, this.storage, keys);
  }
}
