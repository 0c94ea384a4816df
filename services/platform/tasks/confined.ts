import { type ChildProcess, execFileSync, fork, type ForkOptions, spawnSync } from 'node:child_process';

/** Lets a process run from its TypeScript sources, as tests and benchmarks do. */
const TS_HOOKS = new URL('./ts-hooks.mjs', import.meta.url);

/** A numeric user and group. */
export interface Identity {
  uid: number;
  gid: number;
}

export const isRoot = (): boolean => process.getuid?.() === 0;

let nobody: Identity | undefined;

/** The user without any files. */
export function unprivileged(): Identity {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return (nobody ??= { uid: id('-u'), gid: id('-g') });
}

/**
 * A user and group only for the reading processes, which no account has and which neither distributions nor systemd
 * assign. The user `nobody` is not enough: the embedded database runs as that user, so a reader could read its password
 * and tables.
 */
const READER: Identity = { uid: 61_177, gid: 61_177 };

let reader: Identity | undefined;

/**
 * The user of processes that read untrusted bytes; undefined when they run as the user of this process, who is not
 * root.
 */
export function confinedUser(): Identity | undefined {
  if (!isRoot()) return undefined;
  // A container may map fewer users than that.
  return (reader ??= spawnSync('/bin/true', READER).status === 0 ? READER : unprivileged());
}

/** Restrictions that this system cannot apply to the reading processes, as sentences for the operator. */
export function confinementGaps(): string[] {
  const words = wrapper().join(' ');
  const user = confinedUser();
  return [
    ...(user ? [] : ['They run as the user of this process and can read all files of that user.']),
    ...(user && user !== READER ? ['They share a user with the embedded database and can read its files.'] : []),
    ...(words.includes('--net') ? [] : ['They can reach the network.']),
    ...(words.includes('--no-new-privs') ? [] : ['They can gain rights through programs of the system.']),
  ];
}

const NO_NEW_RIGHTS = ['/usr/bin/setpriv', '--no-new-privs'];
/**
 * Programs that start a process with restrictions, the strictest first: an empty network of its own, and no way to gain
 * rights.
 */
const WRAPPERS = [
  ['/usr/bin/unshare', '--net', '--', ...NO_NEW_RIGHTS],
  ['/usr/bin/unshare', '--user', '--net', '--', ...NO_NEW_RIGHTS],
  NO_NEW_RIGHTS,
];

let allowed: string[] | undefined;

/** The strictest wrapper that this system allows; containers often forbid the first two. */
function wrapper(): string[] {
  const tried = isRoot() ? WRAPPERS.filter((words) => !words.includes('--user')) : WRAPPERS.slice(1);
  return (allowed ??=
    tried.find(([program, ...rest]) => spawnSync(program!, [...rest, '/bin/true']).status === 0) ?? []);
}

/**
 * Forks a module that reads untrusted bytes: without the settings and, as far as the system allows, without network and
 * without a way to gain rights. If this process is root's, the module drops its rights with `giveRightsAway`.
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
