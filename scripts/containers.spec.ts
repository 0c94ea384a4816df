import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';

interface Service {
  networks: string[];
  user?: string;
  read_only?: boolean;
  mem_limit?: string;
  pids_limit?: number;
  security_opt?: string[];
  logging?: { options: Record<string, string> };
  ports?: string[];
}

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
  });
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
  expect(manifests('network.yaml')[0]).toContain('"podSelector":{}');
  expect(manifests('monitoring.yaml')).toHaveLength(2);
});
