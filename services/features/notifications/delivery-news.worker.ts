import { Inject, Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { z } from 'zod';
import { clock } from '../../platform/clock.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { Every, On } from '../../platform/events/decorators.js';
import type { HandlerContext } from '../../platform/events/handler.js';
import { sweepEach } from '../../platform/events/sweep-each.js';
import { LOGGER, type Logger } from '../../platform/log.js';
import { Storage } from '../../platform/storage/storage.js';
import { invoicePaid } from '../invoices/invoices.events.js';
import { LIVE_PROJECTS, Project } from '../projects/project.entity.js';
import { projectStatusChanged } from '../projects/projects.events.js';
import { UNLOCKED } from '../projects/projects.policy.js';
import { announceEdition } from '../sharing/editions.writes.js';
import { ShareLink } from '../sharing/share-link.entity.js';
import { deliveryFetched, passwordsStopped } from '../sharing/sharing.events.js';
import { mastersReleased } from '../staging/staging.events.js';
import { EmailOptOut } from './email-opt-out.entity.js';
import { notify } from './notifications.writes.js';
import { Notifier } from './notifier.service.js';
import { peopleToTell } from './recipients.lib.js';

type Payload<E extends { schema: z.ZodType }> = z.output<E['schema']>;

/** Finals that are uploaded one by one are announced together when no new one has come for this long. */
const QUIET_MINUTES = 10;

/** Notifies people once of each edition that they can download, and the engineer of downloads through a link. */
@Injectable()
export class DeliveryNewsWorker {
  constructor(
    private readonly database: Database,
    private readonly news: Notifier,
    private readonly storage: Storage,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @On(mastersReleased, { queue: 'news' })
  async released({ projectId }: Payload<typeof mastersReleased>, context: HandlerContext): Promise<void> {
    await context.commit((tx) => this.announce(tx, projectId));
  }

  /** The confirmation of a payment already says that the finals are ready. People who do not get it are notified here. */
  @On(invoicePaid, { queue: 'news' })
  async paid({ projectId }: Payload<typeof invoicePaid>, context: HandlerContext): Promise<void> {
    await context.commit((tx) =>
      this.announce(tx, projectId, async (deciders) => {
        const silent = await tx.manager.findBy(EmailOptOut, { userId: In(deciders), type: 'invoice_paid' });
        return silent.map(({ userId }) => userId);
      }),
    );
  }

  /** An engineer unlocks finals without a payment by the project's status. */
  @On(projectStatusChanged, { queue: 'news' })
  async unlocked({ projectId, byHand }: Payload<typeof projectStatusChanged>, context: HandlerContext): Promise<void> {
    const project = await this.database.manager.findOneBy(Project, { id: projectId });
    if (!byHand || !project || project.invoiceStatus === 'paid') return;
    await context.commit((tx) => this.announce(tx, projectId));
  }

  @On(deliveryFetched, { queue: 'news' })
  async fetched({ linkId, projectId, edition }: Payload<typeof deliveryFetched>, context: HandlerContext) {
    const link = await this.database.manager.findOneBy(ShareLink, { id: linkId });
    if (!link) return;
    await this.news.tell(context, {
      projectId,
      actorId: null,
      to: 'engineer',
      type: 'delivery_fetched',
      about: { edition },
      message: ({ title }) => `“${link.name}” has downloaded all of edition ${edition} of “${title}”`,
    });
  }

  /** Notifies who made the link, if they can still let it go on, and the engineer. */
  @On(passwordsStopped, { queue: 'news' })
  async stopped({ linkId, projectId }: Payload<typeof passwordsStopped>, context: HandlerContext) {
    const { manager } = this.database;
    const link = await manager.findOneBy(ShareLink, { id: linkId });
    const project = await manager.findOneBy(Project, { id: projectId });
    if (!link || !project) return;
    const deciders = await peopleToTell(this.database, project, ['decides']);
    const makers = deciders.filter((userId) => userId === link.createdBy);
    const message =
      `Somebody tried 100 wrong passwords on the link “${link.name}” of “${project.title}”. ` +
      'It takes no password until you give it a new one, or a new address.';
    await context.commit(async (tx) => {
      for (const userId of new Set([...makers, project.engineerId]))
        await notify(tx, { userId, type: 'link_stopped', message, metadata: { projectId } });
    });
  }

  /** Announces finals that were uploaded into an unlocked project without a release. */
  @Every('*/5 * * * *', { name: 'deliveries.announce-uploads' })
  async announceUploads(): Promise<void> {
    const waiting = await this.database.query<{ projectId: string }>(
      `SELECT p.id AS "projectId" FROM files f JOIN ${LIVE_PROJECTS} p ON p.id = f.project_id
       WHERE f.file_type <> 'upload' AND f.deleted_at IS NULL AND ${UNLOCKED}
         AND f.completed_at > $1::timestamptz - interval '1 day'
       GROUP BY p.id HAVING max(f.completed_at) <= $1::timestamptz - interval '${QUIET_MINUTES} minutes'
         AND max(f.completed_at) > coalesce((SELECT max(announced_at) FROM editions WHERE project_id = p.id), '-infinity')`,
      [clock.now()],
    );
    await sweepEach(waiting, this.logger, ({ projectId }) =>
      this.database.transaction((tx) => this.announce(tx, projectId)),
    );
  }

  /** @param chosen picks the people to notify among those who decide */
  private async announce(
    tx: Tx,
    projectId: string,
    chosen: (deciders: string[]) => string[] | Promise<string[]> = (deciders) => deciders,
  ): Promise<void> {
    const announced = await announceEdition(tx, this.storage, this.config, projectId);
    if (!announced) return;
    const { project, edition, before } = announced;
    const { number, content } = edition;
    const count = content.finals.length === 1 ? '1 file' : `${content.finals.length} files`;
    const message = before
      ? `Edition ${number} of “${project.title}” is ready to download: ${count}`
      : `Your finals of “${project.title}” are ready to download: ${count}`;
    for (const userId of await chosen(await peopleToTell(tx, project, ['decides']))) {
      await notify(tx, { userId, type: 'delivery_ready', message, metadata: { projectId, edition: number } });
    }
  }
}
