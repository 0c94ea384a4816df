import { Module } from '@nestjs/common';
import { AuthService } from './auth.service.js';
import { CallerService } from './caller.service.js';
import { CredentialsService } from './credentials.service.js';
import { Guessing } from './guessing.service.js';
import { RateLimiter } from './rate-limiter.service.js';
import { SessionsService } from './sessions.service.js';
import { SignInService } from './sign-in.service.js';

@Module({
  providers: [AuthService, CallerService, CredentialsService, Guessing, RateLimiter, SessionsService, SignInService],
  exports: [AuthService, CallerService, CredentialsService, RateLimiter, SessionsService, SignInService],
})
export class AuthModule {}
