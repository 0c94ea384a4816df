import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { mailFolder } from '../../platform/mail/create.js';
import type { TestApp } from '../../testing/app.js';
import type { Answer, Caller } from '../../testing/caller.js';
import { drain } from '../../testing/events/drain.js';
import type { InviteView } from './clients.schema.js';

export const PASSWORD = 'correct horse';

/** A person without an account or invitation. */
export const someone = (name = 'Zoë') => ({ name, email: `${randomUUID()}@example.com` });

/** Actions of an engineer and of the people they invite. The worker must run for mails to be sent. */
export class InvitationActions {
  constructor(
    private readonly app: TestApp,
    private readonly engineer: Caller,
  ) {}

  /** @throws when the request is refused. */
  async invite(person: { name: string; email: string; projectId?: string } = someone()): Promise<InviteView> {
    const { status, data, message } = await this.engineer.post<InviteView>('/api/invites', person);
    if (status !== 201) throw new Error(`The invite was refused: ${status} ${message}`);
    return data;
  }

  /** The mails of one invitation, oldest first, with wrapped lines joined. */
  async mailsOf({ id }: { id: string }): Promise<string[]> {
    await drain(this.app.database);
    const folder = mailFolder(this.app.config);
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith(`invite-${id}-`)).sort();
    return Promise.all(
      names.map(async (name) =>
        (await readFile(`${folder}/${name}`, 'utf8')).replace(/=\r\n/g, '').replace(/=3D/g, '='),
      ),
    );
  }

  /** The token in the newest mail; 'none' if there is no mail. */
  async tokenOf(invited: { id: string }): Promise<string> {
    const last = (await this.mailsOf(invited)).at(-1) ?? '';
    return /\/invite\/([\w-]{43})/.exec(last)?.[1] ?? 'none';
  }

  accept(token: string, body: object = { password: PASSWORD }, caller = this.anonymous()): Promise<Answer<any>> {
    return caller.post(`/api/invites/accept/${token}`, body);
  }

  /** A caller with its own IP address, so that tests do not share rate limits. */
  anonymous(): Caller {
    return this.app.anonymous.with({
      'x-forwarded-for': `203.0.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
    });
  }
}
