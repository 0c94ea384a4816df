import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { loadConfig, settingNames } from './config.js';
import { version } from './version.js';

type Settings = Record<string, string>;

const file = (path: string) => readFileSync(path, 'utf8');
const needed: Settings = { DATABASE_URL: 'postgres://u@localhost/l', SECRET: 'x'.repeat(32) };
/** The settings that production requires, as an operator would write them into `.env`. */
const decided: Settings = { PUBLIC_URL: 'https://portal.example.com', SMTP_URL: 'smtp://mail.example.com:587' };
/** The content of a secret file, or of a Kubernetes Secret. */
const SECRET = 's'.repeat(64);
const isSetting = (name: string) => settingNames.includes(name);

/** Variables that only docker-compose.yml reads, with their defaults. */
const ofCompose = new Map(
  [...file('docker-compose.yml').matchAll(/\$\{(\w+)(?::-([^${}]*))?/g)]
    .filter(([, name]) => !isSetting(name!))
    .map(([, name, value = '']) => [name!, value]),
);

describe('.env.example', () => {
  const entries = [...file('.env.example').matchAll(/^#([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [
    name!,
    value!,
  ]);

  it('describes every setting once, and nothing else', () => {
    expect(entries.map(([name]) => name).sort()).toEqual([...settingNames, ...ofCompose.keys()].sort());
    expect(file('.env.example').match(/^[^#\n].*$/gm)).toBeNull();
  });

  it('shows the defaults', () => {
    const shown = Object.fromEntries(entries.filter(([name, value]) => value !== '' && !(name! in needed)));
    expect(loadConfig({ ...needed, ...shown })).toEqual(loadConfig(needed));
    expect(entries.filter(([name]) => ofCompose.has(name!))).toEqual(
      expect.arrayContaining([...ofCompose].map(([name, value]) => [name, value])),
    );
  });
});

interface Compose {
  'x-portal': { build: { args: Settings } };
  services: Record<string, { environment: Settings; secrets: string[]; command?: string[]; [key: string]: unknown }>;
  secrets: Record<string, { file: string }>;
}

describe('docker-compose.yml', () => {
  const compose = parse(file('docker-compose.yml'), { merge: true }) as Compose;
  const parts = ['migrate', 'api', 'worker'];

  /** Substitutes variables as compose does: `:-` gives a default, `:?` refuses a missing one. */
  function filled(text: string, env: Settings): string {
    for (let open = text; ; open = text) {
      text = open.replace(/\$\{(\w+)(?:(:[-?])([^${}]*))?\}/g, (_, name: string, how?: string, rest = '') => {
        if (env[name]) return env[name];
        if (how === ':?') throw new Error(`required variable ${name} is missing a value: ${rest}`);
        return rest;
      });
      if (text === open) return text;
    }
  }
  const [made, empty] = [...file('infra/make-secrets').matchAll(/for name in (.*); do/g)].map(([, names]) =>
    names!.split(' '),
  ) as [string[], string[]];
  /** With secrets read: each file holds 64 characters, or nothing yet. */
  function environment(part: string, env: Settings): Settings {
    const { environment, secrets } = compose.services[part]!;
    return Object.fromEntries(
      Object.entries(environment).map(([name, value]) => {
        if (!name.endsWith('_FILE')) return [name, filled(value, env)];
        const secret = value.replace('/run/secrets/', '');
        expect(secrets).toContain(secret);
        return [name.slice(0, -'_FILE'.length), empty.includes(secret) ? '' : SECRET];
      }),
    );
  }

  it.each(parts)('gives %s only settings that exist, and lets .env set all others', (part) => {
    const given = Object.keys(environment(part, decided));
    expect(given.filter((name) => !isSetting(name))).toEqual([]);
    // These are refused in production, written into the image, or used by a worker only.
    const apart = ['DEV_MODE', 'COMMIT', 'METRICS_PORT', 'ANALYSIS_CONCURRENCY'];
    expect(settingNames.filter((name) => !given.includes(name) && !apart.includes(name))).toEqual([]);
    const { ANALYSIS_CONCURRENCY, METRICS_PORT } = environment('worker', { ...decided, ANALYSIS_CONCURRENCY: '3' });
    expect([ANALYSIS_CONCURRENCY, METRICS_PORT]).toEqual(['3', '9464']);
  });

  it.each(parts)('starts %s in production with the required settings', (part) => {
    expect(loadConfig(environment(part, decided))).toMatchObject({
      production: true,
      devMode: false,
      demoPayments: false,
      host: '0.0.0.0',
      port: 3000,
      publicUrl: decided.PUBLIC_URL,
      smtpUrl: decided.SMTP_URL,
      trustProxy: 1,
      databaseUrl: `postgres://lacquer:${SECRET}@database:5432/lacquer`,
      queueUrl: `redis://:${SECRET}@queue:6379`,
      storageUrl: `s3://lacquer?endpoint=http://minio:9000&region=us-east-1&publicEndpoint=${decided.PUBLIC_URL}`,
      metricsToken: SECRET,
      maxFileBytes: loadConfig(needed).maxFileBytes,
      mailFrom: loadConfig(needed).mailFrom,
    });
    const elsewhere = { SMTP_URL: 'none', TRUST_PROXY: '2', S3_ENDPOINT: 'https://s3.example', DEMO_PAYMENTS: '1' };
    const config = loadConfig(environment(part, { ...decided, ...elsewhere }));
    expect(config).toMatchObject({ smtpUrl: undefined, trustProxy: 2, demoPayments: true });
    expect(config.storageUrl).toContain('endpoint=https://s3.example');
  });

  it.each(Object.keys(decided))('asks for %s before anything starts', (name) => {
    expect(() => environment('api', { ...decided, [name]: '' })).toThrow(name);
  });

  it('generates the secrets that it reads, and states the version that it builds', () => {
    expect([...made, ...empty].sort()).toEqual(Object.keys(compose.secrets).sort());
    for (const [name, secret] of Object.entries(compose.secrets)) expect(secret.file).toBe(`infra/secrets/${name}`);
    expect(filled(compose['x-portal'].build.args.VERSION!, {})).toBe(version);
  });

  it('listens where proxy, health checks and Prometheus expect it', () => {
    const { port, maxFileBytes } = loadConfig(environment('api', decided));
    const { metricsPort } = loadConfig(environment('worker', decided));
    expect(file('infra/proxy/Caddyfile')).toContain(`dynamic a api ${port} `);
    for (const [, megabytes] of file('infra/proxy/Caddyfile').matchAll(/max_size (\d+)MB/g)) {
      expect(Number(megabytes) * 1_000_000).toBeGreaterThan(maxFileBytes);
    }
    expect(JSON.stringify(compose.services.api!.healthcheck)).toContain(`:${port}/api/health/ready`);
    expect(JSON.stringify(compose.services.worker!.healthcheck)).toContain(`:${metricsPort}/live`);
    const { scrape_configs } = parse(file('infra/observability/prometheus.yml')) as {
      scrape_configs: { dns_sd_configs: { names: string[]; port: number }[] }[];
    };
    expect(scrape_configs.flatMap(({ dns_sd_configs }) => dns_sd_configs)).toMatchObject([
      { names: ['api'], port },
      { names: ['worker'], port: metricsPort },
    ]);
  });
});

interface Container {
  name: string;
  command: string[];
  env?: { name: string; value: string }[];
  ports?: { containerPort: number }[];
}

interface Manifest {
  kind: string;
  metadata: { name: string };
  data: Settings;
  spec: {
    template: {
      spec: {
        initContainers: Container[];
        containers: Container[];
      };
    };
  };
}

describe('the manifests for Kubernetes', () => {
  const manifests = ['settings', 'api', 'worker'].flatMap((name) =>
    parseAllDocuments(file(`infra/kubernetes/${name}.yaml`)).map((document) => document.toJS() as Manifest),
  );
  const { data } = manifests.find(({ kind }) => kind === 'ConfigMap')!;
  const secrets = /made by hand: ([A-Z0-9_, ]+)/.exec(file('infra/kubernetes/settings.yaml'))![1]!.split(', ');
  const secret = Object.fromEntries(secrets.map((name) => [name, SECRET]));
  const containers = manifests
    .filter(({ kind }) => kind === 'Deployment')
    .flatMap(({ spec }) => {
      const { initContainers, containers } = spec.template.spec;
      return [...initContainers, ...containers].map((container) => [container.name, container] as const);
    });

  it('contain both parts, each of which waits for the migrations', () => {
    expect(containers.map(([name]) => name)).toEqual(['migrate', 'api', 'migrate', 'worker']);
  });

  it.each(containers)('start %s in production with settings that exist', (name, container) => {
    const own = Object.fromEntries((container.env ?? []).map((entry) => [entry.name, entry.value]));
    const given = { ...data, ...secret, ...own };
    expect(Object.keys(given).filter((each) => !isSetting(each))).toEqual([]);
    const config = loadConfig(given);
    expect(config).toMatchObject({ production: true, host: '0.0.0.0', trustProxy: 1, publicUrl: data.PUBLIC_URL });
    expect(config.mailFrom).not.toBe(loadConfig(needed).mailFrom);
    expect(container.command.at(-1)).toBe(
      name === 'migrate' ? 'dist/commands/migrate/main.js' : `dist/${name}/main.js`,
    );
    const ports = (container.ports ?? []).map(({ containerPort }) => containerPort);
    expect(ports).toEqual({ migrate: [], api: [config.port], worker: [config.metricsPort] }[name]);
  });
});
