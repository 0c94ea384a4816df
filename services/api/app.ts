import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { urlencoded } from 'express';
import { CallerService } from '../features/auth/sessions/caller.service.js';
import { SessionsService } from '../features/auth/sessions/sessions.service.js';
import { isUploadExpected } from '../features/uploads/verify-upload.lib.js';
import { anyOrigin } from '../platform/http/any-origin.js';
import { refuseCrossSiteWrites } from '../platform/http/cross-site.js';
import { followRequest } from '../platform/http/current-request.js';
import { deliveryAddresses } from '../platform/http/delivery-addresses.js';
import { keepConnections } from '../platform/http/draining.js';
import { JsonBodies } from '../platform/http/json-bodies.js';
import { leadToSetup } from '../platform/http/lead-to-setup.js';
import { noIndex } from '../platform/http/no-index.js';
import { requestLog } from '../platform/http/request-log.js';
import { pagePolicyFor, securityHeaders } from '../platform/http/security-headers.js';
import { cutSlowBodies, cutUnreadBodies } from '../platform/http/slow-bodies.js';
import { refuseUnstorableInput } from '../platform/http/storable-input.js';
import { webFiles } from '../platform/http/web-files.js';
import { nestLogger } from '../platform/log.js';
import { measureRequests } from '../platform/metrics/http-metrics.js';
import type { Platform } from '../platform/platform.module.js';
import { DiskStorage } from '../platform/storage/disk.js';
import { createDiskHandler } from '../platform/storage/disk-http.js';
import type { Storage } from '../platform/storage/storage.js';
import { traceRequests } from '../platform/tracing/http-traces.js';
import { ApiModule } from './api.module.js';
import { serveDocs } from './docs.js';

/** The API's HTTP application, ready to listen. `webDir` is the built web; without it only `/api` answers. */
export async function createApi(platform: Platform, webDir?: string): Promise<NestExpressApplication> {
  const { config, database, logger, storage } = platform;
  const app = await NestFactory.create<NestExpressApplication>(ApiModule.of(platform), {
    logger: nestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  app.set('trust proxy', config.trustProxy ?? false);
  app.disable('x-powered-by');
  app.setGlobalPrefix('api');
  app.use(keepConnections(app.getHttpServer(), config.stopPatienceMs));
  app.use(requestLog(logger));
  app.use(followRequest);
  app.use(measureRequests);
  if (config.tracesEndpoint) app.use(traceRequests);
  app.use(cutUnreadBodies());
  const safety = {
    storageOrigin: await objectsOrigin(storage),
    publicUrl: config.publicUrl,
    hstsSubdomains: config.hstsSubdomains,
  };
  app.use(securityHeaders(safety));
  if (storage instanceof DiskStorage) {
    const serve = createDiskHandler(storage, {
      onError: (err) => logger.error({ err }, 'an object could not be served'),
      isExpected: (key) => isUploadExpected(database, key),
    });
    app.use('/storage', anyOrigin, serve);
  }
  app.use(['/l', '/d', '/api/shared'], noIndex);
  app.use(deliveryAddresses);
  app.use(refuseCrossSiteWrites(config.publicUrl));
  const json = new JsonBodies(async (request) => {
    const person = await app.get(CallerService).of(request, undefined, { beforeSecondFactor: true });
    return person?.userId ?? null;
  });
  app.use(json.admit);
  app.use(cutSlowBodies());
  app.use(json.read);
  app.use('/api/deliveries', urlencoded({ extended: false, limit: '2kb', inflate: false }));
  app.use(refuseUnstorableInput);
  serveDocs(app);
  if (webDir) {
    app.use(leadToSetup(() => app.get(SessionsService).needsSetup()));
    app.use(webFiles(webDir, config, pagePolicyFor(safety)));
  }
  await app.init();
  // Large files may take hours to arrive; `whileArriving`, `cutSlowBodies` and `cutUnreadBodies` cut stalled requests.
  app.getHttpServer().requestTimeout = 0;
  return app;
}

/** The origin of signed addresses, whatever the store. */
async function objectsOrigin(storage: Storage): Promise<string> {
  const address = await storage.signDownload('any', { fileName: 'any', contentType: 'text/plain', expiresInS: 60 });
  return new URL(address).origin;
}
