import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../platform/config.js';
import { Database } from '../../../platform/database/database.js';
import { InvoicesService } from '../../invoices/invoices.service.js';
import { actorOf } from '../../users/users.policy.js';
import { commentsContent } from './comments-content.js';
import type { Content, MailedNotification } from './content.js';
import { deliveryContent } from './delivery-content.js';
import { invoiceContent, paymentContent } from './invoice-content.js';
import { mastersContent } from './masters-content.js';
import { quoteContent } from './quote-content.js';

/** Reads what the mail of a notification is about. */
@Injectable()
export class MailContents {
  constructor(
    private readonly database: Database,
    private readonly invoices: InvoicesService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Null if the notification's message says everything. */
  async of(mailed: MailedNotification): Promise<Content | null> {
    const { manager } = this.database;
    const { demoPayments } = this.config;
    switch (mailed.notification.type) {
      case 'new_quote':
        return quoteContent(manager, mailed);
      case 'new_invoice':
      case 'payment_reminder':
        return invoiceContent(manager, mailed, { demoPayments, pdf: (invoiceId) => this.pdf(mailed, invoiceId) });
      case 'invoice_paid':
        return paymentContent(manager, mailed);
      case 'masters_available':
      case 'revision_uploaded':
        return mailed.reader.role === 'client' ? mastersContent(manager, mailed) : null;
      case 'delivery_ready':
        return deliveryContent(manager, mailed);
      case 'comment_on_masters':
      case 'project_comment':
      case 'new_comment':
      case 'mention':
        return commentsContent(manager, mailed);
      default:
        return null;
    }
  }

  /** For the client and other people who decide, who are the only people that get mails about invoices. */
  private async pdf({ reader, project }: MailedNotification, invoiceId: string) {
    const actor = actorOf(reader, { [project.id]: 'decides' });
    const { document, fileName } = await this.invoices.pdf(actor, invoiceId);
    return { fileName, contentType: 'application/pdf', bytes: document };
  }
}
