import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';

interface Service {
  networks: string[];
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  image?: string;
  secrets?: string[];
  mem_limit?: string;
  pids_limit?: number;
  security_opt?: string[];
  logging?: { options: Record<string, string> };
  ports?: string[];
}

/** A variable with a default, so that an operator can name an image by its digest. */
const REPLACEABLE = /^\$\{[A-Z_]+_IMAGE:-[^}]+\}$/;

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
const { services } = parse(read('docker-compose.yml'), { merge: true }) as { services: Record<string, Service> };
const manifests = (file: string) =>
  parseAllDocuments(read(`infra/kubernetes/${file}`)).map((document) => JSON.stringify(document.toJS()));

it.each(Object.entries(services))('bounds memory, processes, logs and privileges of %s', (_name, service) => {
  expect(service).toMatchObject({
    mem_limit: expect.any(String),
    pids_limit: expect.any(Number),
    logging: { options: { 'max-size': expect.any(String), 'max-file': expect.any(String) } },
    security_opt: ['no-new-privileges:true'],
    cap_drop: ['ALL'],
    read_only: true,
    image: expect.stringMatching(REPLACEABLE),
  });
});

it('builds from images that can be named by their digest', () => {
  const froms = read('infra/Dockerfile').match(/^FROM \S+/gm) ?? [];
  expect(froms.length).toBeGreaterThan(0);
  for (const from of froms) expect(from).toMatch(/^FROM \$[A-Z]+_IMAGE$/);
});

it('gives the portal an account of its own in the store, and no service the secret of another', () => {
  expect(services.minio?.secrets).toEqual(['minio_root_user', 'minio_root_password']);
  for (const name of ['api', 'worker', 'migrate'])
    expect(services[name]?.secrets?.filter((secret) => secret.startsWith('minio_root'))).toEqual([]);
  expect(services.grafana?.secrets).toEqual(['grafana_password']);
  const made = read('infra/make-secrets');
  for (const secret of new Set(Object.values(services).flatMap(({ secrets = [] }) => secrets)))
    expect(made).toContain(secret);
});

it('lets the store be reached by the portal and, with signed addresses alone, through the proxy', () => {
  const reach = (name: string) =>
    Object.entries(services)
      .filter(
        ([other, { networks }]) => other !== name && networks.some((one) => services[name]?.networks.includes(one)),
      )
      .map(([other]) => other)
      .sort();
  expect(reach('minio')).toEqual(['api', 'migrate', 'minio-user', 'proxy', 'worker']);
  expect(reach('grafana')).toEqual(['api', 'migrate', 'prometheus', 'worker']);
  const objects = /@objects \{\n[\s\S]*?\n\t\}/.exec(read('infra/proxy/Caddyfile'))?.[0];
  expect(objects).toContain('query X-Amz-Signature=*');
  expect(objects).toContain('method GET HEAD PUT');
});

it('runs the proxy as an ordinary user on a read-only file system, away from database and queue', () => {
  const { proxy, queue, database } = services as Record<'proxy' | 'queue' | 'database', Service>;
  expect(proxy).toMatchObject({ user: '1000:1000', read_only: true });
  for (const { networks } of [queue, database])
    expect(networks.filter((name) => proxy.networks.includes(name))).toEqual([]);
  expect(proxy.ports?.some((port) => port.endsWith(':443/udp'))).toBe(true);
});

it('asks for a password at Redis', () => {
  expect(JSON.stringify(services.queue)).toContain('--requirepass');
});

it('scales workers by the analyses alone, migrates before a pod starts, and closes metrics and networks', () => {
  expect(manifests('worker.yaml').join('\n')).toContain('lacquer_queue_jobs{queue=\\"analysis\\"');
  for (const file of ['api.yaml', 'worker.yaml'])
    expect(manifests(file)[0]).toMatch(/"initContainers":\[\{"name":"migrate"/);
  expect(manifests('api.yaml').find((text) => text.includes('"Ingress"'))).toContain('"/api/metrics"');
  expect(manifests('network.yaml')[0]).toContain('"podSelector":{},"policyTypes":["Ingress","Egress"]');
  expect(manifests('network.yaml').at(-1)).toContain('"except":["169.254.0.0/16"]');
  expect(manifests('monitoring.yaml')).toHaveLength(2);
});
