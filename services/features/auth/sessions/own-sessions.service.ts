import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors.js';
import { isoTime } from '../../../platform/http/fields.js';
import { recordAudit } from '../../audit/audit.writes.js';
import { sessionEnded } from '../auth.events.js';
import { endSessions } from '../auth.writes.js';
import type { OwnSession } from './own-sessions.schema.js';

type Row = Omit<OwnSession, 'createdAt' | 'lastUsedAt'> & { createdAt: Date; lastUsedAt: Date };

/** Lists and ends a user's sessions. */
@Injectable()
export class OwnSessionsService {
  constructor(private readonly database: Database) {}

  /** Returns at most the newest hundred. */
  async list(userId: string, token: string | null): Promise<OwnSession[]> {
    const rows = await this.database.query<Row>(
      `SELECT id, token IS NOT DISTINCT FROM $2 AS current, created_at AS "createdAt", updated_at AS "lastUsedAt",
              ip_address AS "ipAddress", user_agent AS "userAgent"
       FROM sessions WHERE user_id = $1 AND expires_at > now() ORDER BY current DESC, updated_at DESC, id LIMIT 100`,
      [userId, token],
    );
    return rows.map((row) => ({ ...row, createdAt: isoTime(row.createdAt), lastUsedAt: isoTime(row.lastUsedAt) }));
  }

  /** @throws AppError 404 for a session of another user. */
  async end(userId: string, sessionId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const ended = await tx.query('DELETE FROM sessions WHERE id = $1 AND user_id = $2 RETURNING 1', [
        sessionId,
        userId,
      ]);
      if (ended.length === 0) throw notFound('Session');
      await recordAudit(tx, { action: 'sign_out', subject: 'another session', subjectId: sessionId });
      tx.live(sessionEnded(userId));
    });
  }

  async endAll(userId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      await endSessions(tx, userId);
      await recordAudit(tx, { action: 'sign_out', subject: 'all sessions' });
    });
  }
}
