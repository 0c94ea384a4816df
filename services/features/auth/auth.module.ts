import { Module } from '@nestjs/common';
import { AuthService } from './auth.service.js';
import { AuthLinksService } from './auth-links.service.js';
import { CallerService } from './caller.service.js';
import { CredentialsService } from './credentials.service.js';
import { Guessing } from './guessing.service.js';
import { OidcService } from './oidc.service.js';
import { OwnSessionsService } from './own-sessions.service.js';
import { SecondFactorService } from './second-factor.service.js';
import { SessionsService } from './sessions.service.js';
import { SignInService } from './sign-in.service.js';

@Module({
  providers: [
    AuthLinksService,
    AuthService,
    CallerService,
    CredentialsService,
    Guessing,
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
    OidcService,
    OwnSessionsService,
    SecondFactorService,
    SessionsService,
    SignInService,
  ],
})
export class AuthModule {}
