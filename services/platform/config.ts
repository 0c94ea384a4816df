import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { isBlockedPort } from './blocked-ports.js';
import { StartError } from './start.js';

const flag = z.stringbool({ truthy: ['1', 'true', 'on', 'yes'], falsy: ['0', 'false', 'off', 'no'] });
const bytes = z.coerce.number().int().positive();
const url = (...protocols: string[]) =>
  z.string().refine((value) => protocols.some((p) => value.startsWith(`${p}:`)), {
    message: `must begin with ${protocols.map((p) => `${p}:`).join(' or ')}`,
  });

/** All settings, as described in `.env.example`. An unset setting falls back to the embedded default. */
const environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  DEV_MODE: flag.optional(),
  DEMO_PAYMENTS: flag.optional(),
  HOST: z.string().min(1).optional(),
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .refine((port) => !isBlockedPort(port), 'browsers refuse to open this port')
    .default(3000),
  PUBLIC_URL: url('http', 'https')
    .refine((value) => !isBlockedPort(Number(URL.parse(value)?.port)), 'browsers refuse to open its port')
    .optional(),
  HSTS_SUBDOMAINS: flag.default(false),
  TRUST_PROXY: z.string().min(1).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: url('postgres', 'postgresql'),
  DATABASE_PASSWORD: z.string().optional(),
  QUEUE_URL: url('postgres', 'postgresql', 'redis', 'rediss').optional(),
  QUEUE_PASSWORD: z.string().optional(),
  STORAGE_URL: url('file', 's3').optional(),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  SMTP_URL: z
    .string()
    .refine((value) => /^(none$|smtps?:)/.test(value), 'must begin with smtp: or smtps:, or be none')
    .optional(),
  SMTP_PASSWORD: z.string().optional(),
  MAIL_FROM: z.string().min(3).default('Lacquer <lacquer@localhost>'),
  BRAND: z.string().trim().min(1).max(60).default('Lacquer'),
  CONTACT_EMAIL: z
    .string()
    .regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')
    .optional(),
  SECRET: z.string().min(32, 'must have at least 32 characters'),
  OIDC_ISSUER: url('http', 'https').optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_NAME: z.string().min(1).max(60).default('single sign-on'),
  MAX_STAGING_BYTES: bytes.default(104_857_600),
  MAX_FILE_BYTES: bytes.default(5 * 1024 ** 3),
  MAX_PROJECT_BYTES: bytes.default(250 * 1024 ** 3),
  MAX_CLIENT_BYTES: bytes.default(50 * 1024 ** 3),
  MIN_FREE_BYTES: bytes.default(2 * 1024 ** 3),
  ANALYSIS_CONCURRENCY: z.coerce.number().int().min(1).max(256).optional(),
  AUDIT_DAYS: z.coerce.number().int().min(1).max(3650).default(365),
  STOP_PATIENCE_S: z.coerce.number().int().min(0).max(3600).default(30),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  METRICS_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http', 'https').optional(),
  COMMIT: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export const settingNames = Object.keys(environment.shape);

export interface Config {
  production: boolean;
  /** Demo identities, development headers and the switch between them; never in production. */
  devMode: boolean;
  /** Clients pay invoices with a made-up card; no money moves. */
  demoPayments: boolean;
  host: string;
  port: number;
  /** The portal's URL in browsers, without a trailing slash. */
  publicUrl: string;
  /** Whether browsers must use https for all hosts below the portal's, too. */
  hstsSubdomains: boolean;
  dataDir: string;
  databaseUrl: string;
  queueUrl: string;
  storageUrl: string;
  s3AccessKey: string | undefined;
  s3SecretKey: string | undefined;
  /** Which proxies may state the caller's address: how many are in front of the API, or their addresses. */
  trustProxy: string | number | undefined;
  /** The mail server; without it, mail is kept in a folder. */
  smtpUrl: string | undefined;
  /** Sender of every mail, `Name <address>`. */
  mailFrom: string;
  /** The name of the portal where no studio's name is shown. */
  brand: string;
  /** The contact address on the public pages. */
  contactEmail: string;
  /** Signs sessions, storage URLs and the links in mails. */
  secret: string;
  /** An OpenID Connect provider for signing in, in addition to the portal's own ways. */
  oidc: { issuer: string; clientId: string; clientSecret: string; name: string } | undefined;
  maxStagingBytes: number;
  maxFileBytes: number;
  /** Limit of all stored files of one project, and of one client, derived files included. */
  maxProjectBytes: number;
  maxClientBytes: number;
  /** Disk space that the disk store leaves free. */
  minFreeBytes: number;
  /** How many files one worker analyses at once. */
  analysisConcurrency: number;
  /** How long a stopping API waits for running uploads and downloads. */
  stopPatienceMs: number;
  /** How long the audit trail keeps an entry, in days. */
  auditDays: number;
  /** The token that Prometheus must send to read the metrics; without it they are not served. */
  metricsToken: string | undefined;
  /** The port on which a worker serves its metrics and its health check. */
  metricsPort: number | undefined;
  /** The collector that receives the traces; without it nothing is traced. */
  tracesEndpoint: string | undefined;
  /** The commit of the source that this was built from, where it is known. */
  commit: string | null;
  logLevel: string;
}

export class ConfigError extends StartError {}

/**
 * Parses the environment once.
 * @throws ConfigError with one sentence for each setting that is bad or missing.
 */
export function loadConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = withFiles(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const sentences = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      return given[name] === undefined
        ? `The setting ${name} is missing; .env.example says what it is for.`
        : `The setting ${name} is not valid: ${issue.message}.`;
    });
    throw new ConfigError(sentences.join('\n'));
  }
  const settings = parsed.data;
  const production = settings.NODE_ENV === 'production';
  if (production && settings.DEV_MODE) {
    throw new ConfigError('The setting DEV_MODE must not be on when NODE_ENV is production.');
  }
  if (production) demandDecisions(settings);
  const dataDir = resolve(settings.DATA_DIR);
  const storageUrl = settings.STORAGE_URL ?? `file:${resolve(dataDir, 'objects')}`;
  if (storageUrl.startsWith('s3:') && !(settings.S3_ACCESS_KEY && settings.S3_SECRET_KEY)) {
    throw new ConfigError(
      'The settings S3_ACCESS_KEY and S3_SECRET_KEY are needed when STORAGE_URL is an s3: address.',
    );
  }
  const databaseUrl = withPassword(settings.DATABASE_URL, settings.DATABASE_PASSWORD);
  const devMode = settings.DEV_MODE ?? !production;
  return {
    production,
    devMode,
    demoPayments: settings.DEMO_PAYMENTS ?? devMode,
    host: settings.HOST ?? (devMode ? '127.0.0.1' : '0.0.0.0'),
    port: settings.PORT,
    publicUrl: (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/+$/, ''),
    hstsSubdomains: settings.HSTS_SUBDOMAINS,
    dataDir,
    databaseUrl,
    queueUrl: settings.QUEUE_URL ? withPassword(settings.QUEUE_URL, settings.QUEUE_PASSWORD) : databaseUrl,
    storageUrl,
    s3AccessKey: settings.S3_ACCESS_KEY,
    s3SecretKey: settings.S3_SECRET_KEY,
    trustProxy: /^\d+$/.test(settings.TRUST_PROXY ?? '') ? Number(settings.TRUST_PROXY) : settings.TRUST_PROXY,
    smtpUrl: smtpOf(settings),
    mailFrom: settings.MAIL_FROM,
    brand: settings.BRAND,
    contactEmail: settings.CONTACT_EMAIL ?? addressIn(settings.MAIL_FROM),
    secret: settings.SECRET,
    oidc: oidcOf(settings),
    maxStagingBytes: settings.MAX_STAGING_BYTES,
    maxFileBytes: settings.MAX_FILE_BYTES,
    maxProjectBytes: settings.MAX_PROJECT_BYTES,
    maxClientBytes: settings.MAX_CLIENT_BYTES,
    minFreeBytes: settings.MIN_FREE_BYTES,
    analysisConcurrency: settings.ANALYSIS_CONCURRENCY ?? availableParallelism(),
    auditDays: settings.AUDIT_DAYS,
    stopPatienceMs: settings.STOP_PATIENCE_S * 1000,
    metricsToken: settings.METRICS_TOKEN,
    metricsPort: settings.METRICS_PORT,
    tracesEndpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
    commit: settings.COMMIT ?? null,
    logLevel: settings.LOG_LEVEL,
  };
}

/** `NAME_FILE` names a file that contains the setting NAME, as container secrets do. */
function withFiles(given: Record<string, string | undefined>): Record<string, string | undefined> {
  const settings = { ...given };
  for (const name of settingNames) {
    const path = given[`${name}_FILE`];
    if (!path) continue;
    if (given[name] !== undefined) throw new ConfigError(`Set either ${name} or ${name}_FILE, not both.`);
    try {
      settings[name] = readFileSync(path, 'utf8').trim() || undefined;
    } catch (error) {
      throw new ConfigError(`The setting ${name}_FILE names a file that cannot be read: ${(error as Error).message}.`);
    }
  }
  return settings;
}

/** The three settings belong together: all of them are set, or none. */
function oidcOf({ NODE_ENV, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME }: z.infer<typeof environment>) {
  if (!OIDC_ISSUER && !OIDC_CLIENT_ID && !OIDC_CLIENT_SECRET) return undefined;
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) {
    throw new ConfigError('The settings OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are needed together.');
  }
  const { protocol, hostname } = new URL(OIDC_ISSUER);
  if (NODE_ENV === 'production' && protocol !== 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)) {
    throw new ConfigError(
      'OIDC_ISSUER must begin with https: in production, unless the provider runs on this machine.',
    );
  }
  return { issuer: OIDC_ISSUER, clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET, name: OIDC_NAME };
}

/** Undefined when mail stays in a folder. */
const smtpOf = ({ SMTP_URL, SMTP_PASSWORD }: z.infer<typeof environment>): string | undefined =>
  SMTP_URL && SMTP_URL !== 'none' ? withPassword(SMTP_URL, SMTP_PASSWORD) : undefined;

/** The address with the password in it, when the password has a setting of its own. */
function withPassword(address: string, password: string | undefined): string {
  if (!password) return address;
  const parsed = new URL(address);
  if (parsed.password) return address;
  parsed.password = encodeURIComponent(password);
  return parsed.href;
}

/** The address in `Name <address>`, or the whole text when it is only an address. */
const addressIn = (sender: string): string => /<([^>]+)>/.exec(sender)?.[1] ?? sender.trim();

/** Settings whose defaults would only work for the person who started the process. */
function demandDecisions({ PUBLIC_URL, SMTP_URL }: z.infer<typeof environment>): void {
  const sentences = [
    PUBLIC_URL
      ? null
      : 'The setting PUBLIC_URL is missing: in production say where browsers reach the portal, such as https://portal.example.com.',
    SMTP_URL
      ? null
      : 'The setting SMTP_URL is missing: in production name the server for mail, or say SMTP_URL=none to keep mail in a folder.',
  ].filter((sentence) => sentence !== null);
  if (sentences.length > 0) throw new ConfigError(sentences.join('\n'));
}

/** Injection token of the parsed configuration. */
export const CONFIG = Symbol('CONFIG');
