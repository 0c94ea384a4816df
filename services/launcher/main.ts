import { ConfigError } from '../platform/config.js';
import { Launcher, LaunchError } from './launcher.js';
import { AlreadyRunning } from './run-file.js';

/** npm hands a terminal's Ctrl-C on although the terminal reached everyone: what comes this soon is the same one. */
const SAME_SIGNAL_MS = 500;

const launcher = new Launcher(process.env);
let stoppingSince: number | undefined;

function stop(): void {
  if (stoppingSince === undefined) {
    stoppingSince = Date.now();
    console.log('Lacquer stops …');
    void launcher.stop().then(() => process.exit(0));
  } else if (Date.now() - stoppingSince > SAME_SIGNAL_MS) {
    void launcher.kill().then(() => process.exit(130));
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
if (process.connected) process.once('disconnect', stop);

try {
  await launcher.start();
} catch (error) {
  const plain = [AlreadyRunning, ConfigError, LaunchError].some((kind) => error instanceof kind);
  console.error(plain ? (error as Error).message : error);
  await launcher.stop();
  process.exit(1);
}
