import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import { CallerService } from '../features/auth/sessions/caller.service.js';
import { forbidden, unauthenticated } from '../platform/errors.js';
import { isEngineer } from '../platform/http/actor.js';
import { apiDocument } from './openapi.js';

/** Serves the API's description to signed-in engineers. */
export function serveDocs(app: NestExpressApplication): void {
  const caller = app.get(CallerService);
  app.use((request: Request, _response: Response, next: NextFunction) => {
    if (!request.path.toLowerCase().startsWith('/api/docs')) return next();
    caller.of(request).then((actor) => {
      if (!actor) return next(unauthenticated());
      next(isEngineer(actor) ? undefined : forbidden('The description of the API is for engineers'));
    }, next);
  });
  SwaggerModule.setup('api/docs', app, () => apiDocument(app));
}
