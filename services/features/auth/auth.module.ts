import { Module } from '@nestjs/common';
import { AuthService } from './auth.service.js';
import { CallerService } from './caller.service.js';
import { CredentialsService } from './credentials.service.js';
import { RateLimiter } from './rate-limiter.service.js';
import { SessionsService } from './sessions.service.js';

@Module({
  providers: [AuthService, CallerService, CredentialsService, RateLimiter, SessionsService],
  exports: [AuthService, CallerService, CredentialsService, RateLimiter, SessionsService],
})
export class AuthModule {}
