import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const services = join(import.meta.dirname, '../..');

/** Statements that read deleted projects as well, by file, with the reason. */
const allowed: Record<string, { reads: number; because: string }> = {
  'features/projects/project.entity.ts': { reads: 2, because: 'says which projects are deleted' },
  'features/files/approvals.writes.ts': { reads: 2, because: 'is told the project, which its callers have read' },
  'features/projects/projects.writes.ts': {
    reads: 4,
    because: 'moves and ends places in deleted projects too, and locks rows in a fixed order',
  },
  'features/project-lifecycle/deleted-projects.service.ts': {
    reads: 3,
    because: 'lists and restores deleted projects',
  },
  'features/project-lifecycle/deleted-projects.writes.ts': { reads: 1, because: 'empties the trash' },
  'features/trash-store/trash.writes.ts': { reads: 3, because: 'counts the bytes of deleted projects' },
  'features/account/users.service.ts': { reads: 2, because: 'keeps people whom a deleted project still refers to' },
  'features/account/own-data.service.ts': { reads: 3, because: 'gives people all that is stored about them' },
  'features/clients/clients.service.ts': { reads: 1, because: 'keeps clients of projects that may be restored' },
  'features/audio/studio-shares.service.ts': { reads: 2, because: 'asks to which studio an analysis belongs' },
  'features/clients/join.ts': { reads: 1, because: 'locks rows in a fixed order' },
  'features/users/users.writes.ts': { reads: 1, because: 'locks rows in a fixed order' },
  'features/notifications/gathered-mail.ts': { reads: 2, because: 'mails nothing about deleted projects' },
  'features/demo/demo.writes.ts': { reads: 1, because: 'clears the demo studio' },
};

it('statements read LIVE_PROJECTS, so that a deleted project is hidden everywhere', async () => {
  const found: Record<string, number> = {};
  for await (const path of glob('**/*.ts', { cwd: services })) {
    if (/\.(test|spec|testing)\.ts$|^testing\/|\/migrations\//.test(path)) continue;
    const reads = readFileSync(join(services, path), 'utf8').match(/\b(?:FROM|JOIN|USING)\s+"?projects"?(?![\w.])/g);
    if (reads) found[path] = reads.length;
  }
  expect(found).toEqual(Object.fromEntries(Object.entries(allowed).map(([path, { reads }]) => [path, reads])));
});
