import { Injectable } from '@nestjs/common';
import { On } from '../../platform/events/decorators.js';
import { Storage } from '../../platform/storage/storage.js';
import { objectsDropped } from './audio.events.js';

/** Removes objects that no row refers to any more; repeating it is harmless. */
@Injectable()
export class ObjectsWorker {
  constructor(private readonly storage: Storage) {}

  @On(objectsDropped, { queue: 'default' })
  async remove({ keys }: { keys: string[] }): Promise<void> {
    for (const key of keys) await this.storage.delete(key);
  }
}
