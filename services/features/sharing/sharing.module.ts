import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { CommentsModule } from '../comments/comments.module.js';
import { FilesModule } from '../files/files.module.js';
import { MetadataModule } from '../metadata/metadata.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryAccess } from './delivery-access.service.js';
import { EditionCopiesModule } from './edition-copies.module.js';
import { EditionsService } from './editions.service.js';
import { ReceiptsService } from './receipts.service.js';
import { ShareLinksService } from './share-links.service.js';
import { SharedAccess } from './shared-access.service.js';
import { SharedRecords } from './shared-records.service.js';
import { SigningKeysService } from './signing-keys.service.js';

const services = [
  DeliveriesService,
  DeliveryAccess,
  EditionsService,
  ReceiptsService,
  ShareLinksService,
  SharedAccess,
  SharedRecords,
  SigningKeysService,
];

@Module({
  imports: [AuthModule, CommentsModule, EditionCopiesModule, FilesModule, MetadataModule, ProjectsModule],
  providers: services,
  exports: services,
})
export class SharingModule {}
