import { Injectable } from '@nestjs/common';
import { Every } from '../../platform/events/decorators.js';
import { QuotesService } from './quotes.service.js';

@Injectable()
export class QuoteExpiryWorker {
  constructor(private readonly quotes: QuotesService) {}

  @Every('* * * * *', { name: 'quotes.expiry' })
  async sweep(): Promise<void> {
    await this.quotes.expireDue();
  }
}
