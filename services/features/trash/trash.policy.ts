import type { Actor } from '../../platform/http/actor.js';
import { SUSPENDED_AT } from '../memberships/memberships.policy.js';
import type { TrashItem } from '../trash-store/trash-item.entity.js';

/**
 * Whether the item belongs to the actor: clients own what they deleted, unless the studio has suspended them; engineers
 * own what their studio deleted.
 */
export const ownsTrash = (actor: Actor, item: Pick<TrashItem, 'clientId' | 'studioId'>): boolean =>
  actor.role === 'client'
    ? item.clientId === actor.userId && !(item.studioId && actor.barredFrom.includes(item.studioId))
    : item.clientId === null && item.studioId !== null && item.studioId === actor.studioId;

const BARRED = `EXISTS (SELECT FROM studio_clients c JOIN users u ON u.id = c.user_id
  WHERE c.studio_id = trash.studio_id AND c.user_id = trash.client_id AND ${SUSPENDED_AT} IS NOT NULL)`;

/** The same condition in SQL; $1 is its parameter. */
export const ownTrash = (actor: Actor): { condition: string; params: [string | null] } =>
  actor.role === 'client'
    ? { condition: `trash.client_id = $1 AND NOT ${BARRED}`, params: [actor.userId] }
    : { condition: 'trash.client_id IS NULL AND trash.studio_id = $1', params: [actor.studioId] };
