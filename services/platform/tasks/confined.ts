import { type ChildProcess, execFileSync, fork, type ForkOptions, spawnSync } from 'node:child_process';

/** Lets a process run from its TypeScript sources, as tests and benchmarks do. */
const TS_HOOKS = new URL('../../../scripts/ts-hooks.mjs', import.meta.url);

/** A numeric user and group. */
export interface Identity {
  uid: number;
  gid: number;
}

export const isRoot = (): boolean => process.getuid?.() === 0;

let nobody: Identity | undefined;

/** The user who owns nothing. */
export function unprivileged(): Identity {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return (nobody ??= { uid: id('-u'), gid: id('-g') });
}

/** Whom processes that read strangers' bytes run as; undefined when they run as this one's user, who is not root. */
export const confinedUser = (): Identity | undefined => (isRoot() ? unprivileged() : undefined);

const NO_NEW_RIGHTS = ['/usr/bin/setpriv', '--no-new-privs'];
/** Programs to start a process by, the strictest first: a network of its own with nobody in it, and no way to more rights. */
const WRAPPERS = [
  ['/usr/bin/unshare', '--net', '--', ...NO_NEW_RIGHTS],
  ['/usr/bin/unshare', '--user', '--net', '--', ...NO_NEW_RIGHTS],
  NO_NEW_RIGHTS,
];

let allowed: string[] | undefined;

/** What this system allows of it; containers often forbid the first two. */
function wrapper(): string[] {
  const tried = isRoot() ? WRAPPERS.filter((words) => !words.includes('--user')) : WRAPPERS.slice(1);
  return (allowed ??=
    tried.find(([program, ...rest]) => spawnSync(program!, [...rest, '/bin/true']).status === 0) ?? []);
}

/**
 * Forks a module that reads strangers' bytes: without the settings, and as far as the system allows without network and
 * without a way to more rights. Where this process is root's, the module gives its rights away by `giveRightsAway`.
 */
export function forkConfined(module: URL, options: Pick<ForkOptions, 'stdio' | 'serialization'>): ChildProcess {
  const user = confinedUser();
  const flags = ['--max-old-space-size=256', ...(module.pathname.endsWith('.ts') ? ['--import', TS_HOOKS.href] : [])];
  const [program, ...words] = [...wrapper(), process.execPath];
  return fork(module, user ? [String(user.uid), String(user.gid)] : [], {
    ...options,
    execPath: program,
    execArgv: [...words, ...flags],
    env: {},
  });
}
