import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { AvatarsService } from './avatars.service.js';
import { OwnDataService } from './own-data.service.js';
import { ProfilesService } from './profiles.service.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [ClientsModule],
  providers: [AvatarsService, OwnDataService, ProfilesService, UsersService],
  exports: [AvatarsService, OwnDataService, ProfilesService, UsersService],
})
export class AccountModule {}
