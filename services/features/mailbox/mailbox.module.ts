import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { MailboxService } from './mailbox.service.js';

@Module({ imports: [AuthModule], providers: [MailboxService], exports: [MailboxService] })
export class MailboxModule {}
