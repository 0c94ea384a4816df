import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Actor } from '../../platform/http/actor.js';
import { deliverableErrors } from '../deliverables/checks.lib.js';
import { type OrderCell, readOrders } from '../orders/orders.lib.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { isItsEngineer } from '../projects/projects.policy.js';
import type { OrdersView } from './orders.schema.js';

@Injectable()
export class OrdersService {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  /** The project's orders and their state. @throws AppError 404 for outsiders, 403 for people who do not decide. */
  async read(actor: Actor, projectId: string): Promise<OrdersView> {
    const project = await this.access.forDeciders(actor, projectId);
    const found = await deliverableErrors(this.database.manager, projectId);
    const errors = new Map(
      [...found].map(([id, { fileName, errors }]) => [id, errors.map((text) => `${fileName}: ${text}`)]),
    );
    const orders = await readOrders(this.database, projectId, errors);
    if (isItsEngineer(actor, project)) return orders;
    const tracks = orders.tracks.map((track) => ({ ...track, cells: track.cells.map(forClients) }));
    return { ...orders, tracks, album: orders.album.map(forClients) };
  }
}

/** Clients see neither the staging area nor the errors that the engineer has to judge. */
function forClients(cell: OrderCell): OrderCell {
  const state = cell.state === 'staged' ? (cell.isOrdered ? 'missing' : null) : cell.state;
  return { ...cell, state, stagingFileId: null, errors: [] };
}
