import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { MailingListService } from './mailing-list.service.js';

@Module({ imports: [AuthModule], providers: [MailingListService], exports: [MailingListService] })
export class MailingListModule {}
