import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A real mail server on this machine that keeps accepted mails. */
export class TestSmtp {
  readonly received: { to: string[]; mail: Email }[] = [];

  private constructor(
    private readonly server: SMTPServer,
    readonly port: number,
  ) {}

  /**
   * Uses a free port unless one is given; `refuse` may answer the nth recipient with a status. `scan` delays the answer
   * after a mail and may close its connection.
   */
  static async start(
    options: SMTPServerOptions & {
      port?: number;
      refuse?: (nth: number) => number | null;
      scan?: (nth: number, close: () => void) => Promise<void> | void;
    } = {},
  ): Promise<TestSmtp> {
    const { port = 0, refuse = () => null, scan = () => undefined, ...rest } = options;
    let nth = 0;
    const server = new SMTPServer({
      authOptional: true,
      closeTimeout: 500,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) => {
        const responseCode = refuse(++nth);
        done(responseCode === null ? null : Object.assign(new Error('Refused'), { responseCode }));
      },
      onData: (stream, session, done) => {
        void (async () => {
          const chunks: Buffer[] = [];
          for await (const chunk of stream) chunks.push(chunk as Buffer);
          const to = session.envelope.rcptTo.map(({ address }) => address);
          const count = smtp.received.push({ to, mail: await PostalMime.parse(Buffer.concat(chunks)) });
          const [connection] = [...server.connections].filter(({ id }) => id === session.id);
          await scan(count, () => connection?._socket.destroy());
          done();
        })().catch(done);
      },
      ...rest,
    });
    server.on('error', () => undefined);
    const listening = server.listen(port, '127.0.0.1');
    await once(listening, 'listening');
    const smtp = new TestSmtp(server, (listening.address() as AddressInfo).port);
    return smtp;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.server.close(resolve));
  }
}
