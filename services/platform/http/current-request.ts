import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestHandler } from 'express';
import type { ActorRequest } from './actor.js';

const storage = new AsyncLocalStorage<ActorRequest>();

/** Makes the request available to everything that it triggers in this process. */
export const followRequest: RequestHandler = (request, _response, next) => storage.run(request as ActorRequest, next);

/** Undefined outside a request, as in a worker. */
export const currentRequest = (): ActorRequest | undefined => storage.getStore();
