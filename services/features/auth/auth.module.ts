import { Module } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { AuthService } from './auth.service.js';
import { assertCallersAccess } from './auth.writes.js';
import { GuessLimiter } from './guess-limiter.service.js';
import { AuthLinksService } from './links/auth-links.service.js';
import { OidcService } from './oidc/oidc.service.js';
import { CredentialsService } from './passwords/credentials.service.js';
import { SecondFactorService } from './second-factor/second-factor.service.js';
import { CallerService } from './sessions/caller.service.js';
import { OwnSessionsService } from './sessions/own-sessions.service.js';
import { SessionsService } from './sessions/sessions.service.js';
import { SignInService } from './sign-in.service.js';

@Module({
  providers: [
    AuthLinksService,
    AuthService,
    CallerService,
    CredentialsService,
    GuessLimiter,
    OidcService,
    OwnSessionsService,
    SecondFactorService,
    SessionsService,
    SignInService,
  ],
  exports: [
    AuthLinksService,
    AuthService,
    CallerService,
    CredentialsService,
    GuessLimiter,
    OidcService,
    OwnSessionsService,
    SecondFactorService,
    SessionsService,
    SignInService,
  ],
})
export class AuthModule {
  constructor(database: Database) {
    database.checkBeforeCommit(assertCallersAccess);
  }
}
