import { Module } from '@nestjs/common';
import { EditionCopies } from './edition-copies.service.js';

/** Both processes need it; links and their visitors are the API's alone. */
@Module({ providers: [EditionCopies], exports: [EditionCopies] })
export class EditionCopiesModule {}
