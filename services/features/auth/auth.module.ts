import { Module } from '@nestjs/common';
import { AuthService } from './auth.service.js';
import { RateLimiter } from './rate-limiter.service.js';
import { SessionsService } from './sessions.service.js';

@Module({
  providers: [AuthService, RateLimiter, SessionsService],
  exports: [AuthService, RateLimiter, SessionsService],
})
export class AuthModule {}
