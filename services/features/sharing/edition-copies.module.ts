import { Module } from '@nestjs/common';
import { CopyReaderModule } from '../metadata/copy-reader.module.js';
import { EditionCopies } from './edition-copies.service.js';

/** Both processes need it; links and their visitors are the API's alone. */
@Module({ imports: [CopyReaderModule], providers: [EditionCopies], exports: [EditionCopies] })
export class EditionCopiesModule {}
