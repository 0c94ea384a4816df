import { Module } from '@nestjs/common';
import { ClientsService } from './clients.service.js';
import { InviteAcceptance } from './invite-acceptance.service.js';
import { InvitesService } from './invites.service.js';

const services = [ClientsService, InviteAcceptance, InvitesService];

@Module({ providers: services, exports: services })
export class ClientsModule {}
