import { isDeepStrictEqual } from 'node:util';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SESSION_TOPIC } from '../features/auth/auth.events.js';
import { CallerService } from '../features/auth/sessions/caller.service.js';
import { CONFIG, type Config } from '../platform/config.js';
import { AppError } from '../platform/errors.js';
import { type LiveEvent, LiveListener } from '../platform/events/live.js';
import type { Actor } from '../platform/http/actor.js';
import { LOGGER, type Logger } from '../platform/log.js';

/** Proxies cut connections that are silent for a minute. */
const HEARTBEAT_MS = 25_000;
/** The connection of a browser with more unread data is closed; it catches up when it reconnects. */
const MAX_UNREAD_BYTES = 64 * 1024;
/** A page reads its data while its stream is being opened. What has changed in between is sent again. */
const RECENT_MS = 3_000;
/** The most recent windows of one person that get updates; older ones are closed. */
const MAX_PER_USER = 10;
/** A closed window tries again after this; until then it polls. */
const RETRY_CROWDED_MS = 5 * 60_000;
const RETRY_MS = 1_000;
const RETRY_SPREAD_MS = 2_000;

interface Stream {
  actor: Actor;
  request: Request;
  response: Response;
}

/** The open event streams of this process, fed by one listener. */
@Injectable()
export class LiveStreams implements OnModuleInit, BeforeApplicationShutdown {
  private readonly streams = new Set<Stream>();
  private readonly byUser = new Map<string, Set<Stream>>();
  private readonly byStudio = new Map<string, Set<Stream>>();
  private readonly byProject = new Map<string, Set<Stream>>();
  private readonly recent: { event: LiveEvent; at: number }[] = [];
  private readonly listener: LiveListener;
  private heartbeat: NodeJS.Timeout | undefined;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly caller: CallerService,
  ) {
    this.listener = new LiveListener(config.databaseUrl, logger);
  }

  async onModuleInit(): Promise<void> {
    this.listener.subscribe((event) => {
      this.recent.push({ event, at: performance.now() });
      this.deliver(event);
    });
    this.listener.onReconnected(() => this.endAll());
    await this.listener.start();
    this.heartbeat = setInterval(() => {
      this.forgetOld();
      void this.recheck();
    }, HEARTBEAT_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.heartbeat);
    this.endAll();
    await this.listener.stop();
  }

  /** Turns the response into a stream of updates for the actor, until either side ends it. */
  open(actor: Actor, request: Request, response: Response): void {
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    });
    const stream = { actor, request, response };
    this.makeRoom(actor);
    const indexes = this.indexes(actor);
    this.streams.add(stream);
    for (const [index, key] of indexes) index.set(key, (index.get(key) ?? new Set()).add(stream));
    response.once('close', () => {
      this.streams.delete(stream);
      for (const [index, key] of indexes) {
        index.get(key)?.delete(stream);
        if (index.get(key)?.size === 0) index.delete(key);
      }
    });
    // Spread, so that the browsers do not all reconnect at the same moment after a restart.
    const retry = Math.round(RETRY_MS + Math.random() * RETRY_SPREAD_MS);
    this.write(stream, `retry: ${retry}\nevent: hello\ndata: ${JSON.stringify({ userId: actor.userId })}\n\n`);
    this.forgetOld();
    const missed = this.recent.filter(({ event }) => this.streamsFor(event).has(stream));
    for (const message of new Set(missed.map(({ event }) => messageOf(event)))) this.write(stream, message);
  }

  private forgetOld(): void {
    const first = this.recent.findIndex(({ at }) => at > performance.now() - RECENT_MS);
    this.recent.splice(0, first === -1 ? this.recent.length : first);
  }

  private makeRoom({ userId }: Actor): void {
    const open = [...(this.byUser.get(userId) ?? [])].filter(({ response }) => !response.writableEnded);
    for (const { response } of open.slice(0, Math.max(0, open.length - MAX_PER_USER + 1))) {
      response.end(`retry: ${RETRY_CROWDED_MS}\n\n`);
    }
  }

  /**
   * Ends the streams whose session has ended, whose person was admitted or suspended by a studio, invited to a project
   * or removed from one, or who must set up two-step sign-in first; the others get a heartbeat.
   */
  async recheck(streams: Iterable<Stream> = this.streams): Promise<void> {
    await Promise.all(
      [...streams].map(async (stream) => {
        try {
          if (isSame(await this.caller.of(stream.request), stream.actor)) this.write(stream, ': \n\n');
          else stream.response.end();
        } catch (error) {
          if (error instanceof AppError) stream.response.end();
          else this.logger.warn({ err: error }, 'the session of a stream could not be checked');
        }
      }),
    );
  }

  private indexes({ userId, studioId, projectRoles }: Actor): [Map<string, Set<Stream>>, string][] {
    return [
      [this.byUser, userId],
      ...(studioId ? [[this.byStudio, studioId] as [Map<string, Set<Stream>>, string]] : []),
      ...Object.keys(projectRoles).map((id): [Map<string, Set<Stream>>, string] => [this.byProject, id]),
    ];
  }

  private streamsFor({ projectId, studioId, userIds = [], people }: LiveEvent): Set<Stream> {
    const streams = new Set(studioId ? this.byStudio.get(studioId) : []);
    for (const userId of userIds) {
      for (const stream of this.byUser.get(userId) ?? []) {
        if (!studioId || !stream.actor.barredFrom.includes(studioId)) streams.add(stream);
      }
    }
    for (const stream of (people && projectId && this.byProject.get(projectId)) || []) {
      const { barredFrom, projectRoles } = stream.actor;
      if (studioId && barredFrom.includes(studioId)) continue;
      if (people === 'all' || projectRoles[projectId!] === 'decides') streams.add(stream);
    }
    return streams;
  }

  private deliver(event: LiveEvent): void {
    const streams = this.streamsFor(event);
    const message = messageOf(event);
    for (const stream of streams) this.write(stream, message);
    if (event.topic === SESSION_TOPIC) void this.recheck(streams);
  }

  private write({ response }: Stream, text: string): void {
    if (response.writableEnded || response.destroyed) return;
    if (response.writableLength > MAX_UNREAD_BYTES) response.destroy();
    else response.write(text);
  }

  /** Browsers reconnect on their own and then read everything again. */
  private endAll(): void {
    for (const { response } of this.streams) response.end();
  }
}

const messageOf = ({ topic, id, projectId }: LiveEvent): string =>
  `data: ${JSON.stringify({ topic, id, projectId })}\n\n`;

/** Whether the stream may continue unchanged. */
const isSame = (now: Actor | null, then: Actor): boolean =>
  now?.userId === then.userId &&
  now.role === then.role &&
  now.studioId === then.studioId &&
  now.barredFrom.toSorted().join() === then.barredFrom.toSorted().join() &&
  isDeepStrictEqual(now.projectRoles, then.projectRoles);
