import { tellFailure } from '../platform/start.js';
import { Launcher } from './launcher.js';

/**
 * npm forwards a terminal's Ctrl-C although the terminal sent it to every process: a second signal this soon is the
 * same one.
 */
const SAME_SIGNAL_MS = 500;

const launcher = new Launcher(process.env);
let stoppingSince: number | undefined;

/** Only a second Ctrl-C makes it hurry: whoever ends a group of processes sends SIGTERM several times. */
function stop(signal?: NodeJS.Signals): void {
  if (stoppingSince === undefined) {
    stoppingSince = Date.now();
    console.log('Lacquer is stopping …');
    void launcher.stop().then(() => process.exit(0));
  } else if (signal === 'SIGINT' && Date.now() - stoppingSince > SAME_SIGNAL_MS) {
    void launcher.kill().then(() => process.exit(130));
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
if (process.connected) process.once('disconnect', () => stop());

try {
  await launcher.start();
} catch (error) {
  tellFailure(error);
  await launcher.stop();
  process.exit(1);
}
