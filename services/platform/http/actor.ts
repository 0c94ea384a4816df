import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { Request } from 'express';
import type { ProjectRole } from '../domain-words.js';
import { forbidden, unauthenticated } from '../errors.js';

export type Role = 'engineer' | 'client';

/** The caller. Policies take it and nothing else about the request. */
export interface Actor {
  userId: string;
  name: string;
  email: string;
  role: Role;
  /** The engineer's own studio; null for clients. */
  studioId: string | null;
  /** The installation's first account. */
  isOperator: boolean;
  /** The studios that have suspended this client. */
  barredFrom: string[];
  /** The roles in projects that this client was invited to, by project id. Their own projects are not in it. */
  projectRoles: Record<string, ProjectRole>;
  /** The version of the user's access when the request began; see `User`. */
  accessVersion: number;
}

/** An actor known to be an engineer. */
export interface Engineer extends Actor {
  role: 'engineer';
  studioId: string;
}

export type ActorRequest = Request & { actor?: Actor };

export const PUBLIC_ROUTE = 'lacquer:public';
/** Opens a route to anonymous callers; every other route is closed. */
export const Public = () => SetMetadata(PUBLIC_ROUTE, true);

export const BEFORE_SECOND_FACTOR = 'lacquer:before-second-factor';
/** Opens a route to people who must set up two-step sign-in before they may do anything else. */
export const BeforeSecondFactor = () => SetMetadata(BEFORE_SECOND_FACTOR, true);

/** The calling actor (401 without one). */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { actor } = context.switchToHttp().getRequest<ActorRequest>();
  if (!actor) throw unauthenticated();
  return actor;
});

export function isEngineer(actor: Actor): actor is Engineer {
  return actor.role === 'engineer' && actor.studioId !== null;
}

/** The calling engineer (401 without an actor, 403 for a client). */
export const CurrentEngineer = createParamDecorator((_: unknown, context: ExecutionContext): Engineer => {
  const { actor } = context.switchToHttp().getRequest<ActorRequest>();
  if (!actor) throw unauthenticated();
  if (!isEngineer(actor)) throw forbidden('This page is only available to engineers.');
  return actor;
});

/** The operator of the installation (401 without an actor, 403 for others). */
export const CurrentOperator = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { actor } = context.switchToHttp().getRequest<ActorRequest>();
  if (!actor) throw unauthenticated();
  if (!actor.isOperator) throw forbidden('This page is only available to the operator.');
  return actor;
});
