import { spawnSync } from 'node:child_process';

/** Returns whether these programs of the system are installed. If one is not, it says which tests are skipped. */
export function areInstalled(programs: string[], tests: string): boolean {
  const missing = programs.filter((program) => spawnSync(program, ['--help'], { stdio: 'ignore' }).error);
  for (const program of missing) process.stderr.write(`SKIPPED, because ${program} is not installed: ${tests}\n`);
  return missing.length === 0;
}
