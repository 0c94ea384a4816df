import type { Actor } from '../../platform/http/actor.js';
import type { TrashItem } from './trash-item.entity.js';

/** The trash of a client is their own; what engineers deleted belongs to their studio. */
export const ownsTrash = (actor: Actor, item: Pick<TrashItem, 'clientId' | 'studioId'>): boolean =>
  actor.role === 'client'
    ? item.clientId === actor.userId
    : item.clientId === null && item.studioId !== null && item.studioId === actor.studioId;

/** The same in SQL, with its parameter as $1. */
export const ownTrash = (actor: Actor): { condition: string; params: [string | null] } =>
  actor.role === 'client'
    ? { condition: 'trash.client_id = $1', params: [actor.userId] }
    : { condition: 'trash.client_id IS NULL AND trash.studio_id = $1', params: [actor.studioId] };
