import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { Every } from '../../platform/events/decorators.js';
import { sweepEach } from '../../platform/events/sweep-each.js';
import { LOGGER, type Logger } from '../../platform/log.js';
import type { Project } from '../projects/project.entity.js';
import {
  claimDeliveryReminder,
  type DueDeliveryReminder,
  dueDeliveryReminders,
} from '../sharing/delivery-reminders.writes.js';
import { User } from '../users/user.entity.js';
import { notify } from './notifications.writes.js';
import { peopleToTell } from './recipients.lib.js';

/** Reminds the maker of a link, and the client of an edition, that it was not downloaded. */
@Injectable()
export class DeliveryRemindersWorker {
  constructor(
    private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Every('7 * * * *', { name: 'deliveries.remind' })
  async sweep(): Promise<void> {
    const due = await dueDeliveryReminders(this.database);
    await sweepEach(due, this.logger, (one) => this.database.transaction((tx) => remind(tx, one)));
  }
}

async function remind(tx: Tx, due: DueDeliveryReminder): Promise<void> {
  const claimed = await claimDeliveryReminder(tx, due);
  if (!claimed) return;
  const { project, edition, link } = claimed;
  const days = due.days === 1 ? 'a day' : `${due.days} days`;
  const deciders = await peopleToTell(tx, project, ['decides']);
  const about = { type: 'delivery_reminder' as const, metadata: { projectId: project.id, edition: edition.number } };
  if (!link) {
    const message = `The finals of “${project.title}” have been ready for ${days}, and nobody has downloaded all of them`;
    const told = deciders.filter((userId) => !claimed.makers.includes(userId));
    for (const userId of told) await notify(tx, { ...about, userId, message });
    return;
  }
  const { missing, total } = claimed;
  const what = missing === total ? 'has not downloaded' : `still lacks ${missing} of ${total} files of`;
  const message = `“${link.name}” ${what} edition ${edition.number} of “${project.title}” after ${days}`;
  if (deciders.includes(link.createdBy) || (await isEngineer(tx, project, link.createdBy))) {
    await notify(tx, { ...about, userId: link.createdBy, message });
  }
}

const isEngineer = (tx: Tx, { studioId }: Project, id: string): Promise<boolean> =>
  tx.manager.existsBy(User, { id, studioId });
