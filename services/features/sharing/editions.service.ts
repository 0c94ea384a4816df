import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { Edition } from './edition.entity.js';
import { freezeEdition, type Frozen, remakeCopies } from './editions.writes.js';

/** The frozen contents of deliveries. */
@Injectable()
export class EditionsService {
  constructor(private readonly database: Database) {}

  /** The newest edition of each project that has one. */
  async newest(projectIds: string[]): Promise<Map<string, Edition>> {
    const found = await this.database.manager.find(Edition, {
      where: { projectId: In(projectIds) },
      order: { number: 'ASC' },
    });
    return new Map(found.map((edition) => [edition.projectId, edition]));
  }

  /** Has copies of an edition that a reader wants made again if an earlier version made them. */
  remakeCopies(edition: Edition): Promise<void> {
    return this.database.transaction((tx) => remakeCopies(tx, edition));
  }

  /** All editions for a reader. If the finals or their metadata have changed since the last one, a new one is made. */
  freeze(projectId: string): Promise<Frozen> {
    return this.database.transaction((tx) => freezeEdition(tx, projectId, { forReader: true }));
  }
}
