import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { UsersService } from './users.service.js';

@Module({ imports: [ClientsModule], providers: [UsersService], exports: [UsersService] })
export class UsersModule {}
