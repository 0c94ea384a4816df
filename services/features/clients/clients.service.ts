import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/tx.js';
import { conflict, notFound } from '../../platform/errors.js';
import type { Engineer } from '../../platform/http/actor.js';
import { User } from '../users/user.entity.js';
import type { NewClient } from '../users/users.schema.js';

@Injectable()
export class ClientsService {
  /**
   * The client with that e-mail address, created without a password when nobody has it, and attached to the
   * engineer's studio. An existing client keeps their own name.
   * @throws AppError 409 when the address is an engineer's.
   */
  async ensure(tx: Tx, engineer: Engineer, { name, email }: NewClient): Promise<User> {
    await tx.query(`INSERT INTO users (name, email) VALUES ($1, $2) ON CONFLICT (email) DO NOTHING`, [name, email]);
    const user = await tx.manager.findOneByOrFail(User, { email });
    if (user.role !== 'client') {
      throw conflict('email_is_engineer', 'This e-mail address belongs to an engineer, who cannot be a client as well');
    }
    const attached = await tx.query(
      'INSERT INTO studio_clients (studio_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1',
      [engineer.studioId, user.id],
    );
    if (attached.length > 0) tx.live({ topic: 'clients', studioId: engineer.studioId });
    return user;
  }

  /**
   * Takes a client out of the engineer's studio; the person's account stays.
   * @throws AppError 404 for people who are not its clients, 409 while they have projects in it.
   */
  async detach(tx: Tx, engineer: Engineer, userId: string): Promise<void> {
    const key = [engineer.studioId, userId];
    const [client] = await tx.query('SELECT 1 FROM studio_clients WHERE studio_id = $1 AND user_id = $2 FOR UPDATE', key);
    if (!client) throw notFound('User');
    const [project] = await tx.query('SELECT 1 FROM projects WHERE studio_id = $1 AND client_id = $2 LIMIT 1', key);
    if (project) throw conflict('client_has_projects', 'This client has projects and cannot be deleted');
    await tx.query('DELETE FROM studio_clients WHERE studio_id = $1 AND user_id = $2', key);
    tx.live({ topic: 'clients', studioId: engineer.studioId });
  }
}
