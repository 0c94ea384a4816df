import { Module } from '@nestjs/common';
import { CopyReader } from './copy-reader.service.js';

/** Both processes need it. */
@Module({ providers: [CopyReader], exports: [CopyReader] })
export class CopyReaderModule {}
