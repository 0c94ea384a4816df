import { Module } from '@nestjs/common';
import { AuthService } from './auth.service.js';
import { CallerService } from './caller.service.js';
import { RateLimiter } from './rate-limiter.service.js';
import { SessionsService } from './sessions.service.js';

@Module({
  providers: [AuthService, CallerService, RateLimiter, SessionsService],
  exports: [AuthService, CallerService, RateLimiter, SessionsService],
})
export class AuthModule {}
