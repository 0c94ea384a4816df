import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { ProfilesService } from './profiles.service.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [ClientsModule],
  providers: [ProfilesService, UsersService],
  exports: [ProfilesService, UsersService],
})
export class UsersModule {}
