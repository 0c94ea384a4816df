import { createResetLink } from '../../features/auth/links/auth-links.writes.js';
import { switchOffCodes } from '../../features/auth/second-factor/second-factor.writes.js';
import { type Config, loadConfig } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import { settingsBeside } from '../../platform/embedded/settings.js';
import { runPart, StartError, unreachable } from '../../platform/start.js';

const HELP = `npm run reset-link -- ada@example.com     prints a link that sets a new password, once
npm run codes-off -- ada@example.com      switches off two-step sign-in, if phone and recovery codes are lost`;

/** The effect of each command on an address, and its message. */
const commands: Record<string, (database: Database, config: Config, email: string) => Promise<string>> = {
  'reset-link': async (database, config, email) => {
    const url = await createResetLink(database, config, email);
    if (!url) throw new StartError(`No account has the address ${email}.`);
    return `${url}\nIt works once, within an hour.`;
  },
  'codes-off': async (database, _config, email) => {
    if (!(await switchOffCodes(database, email))) throw new StartError(`${email} is not asked for codes.`);
    return `${email} signs in without a code from now on.`;
  },
};

await runPart(async () => {
  const [name = '', typed, ...more] = process.argv.slice(2);
  const command = commands[name];
  if (!command || !typed || more.length > 0) throw new StartError(HELP);
  const email = typed.trim().toLowerCase();
  const config = loadConfig(await settingsBeside(process.env));
  const database = await Database.connect({
    url: config.databaseUrl,
    entities: [],
    poolSize: 1,
    applicationName: `lacquer ${name}`,
    onPoolError: () => undefined,
  }).catch(unreachable('DATABASE_URL'));
  try {
    console.log(await command(database, config, email));
  } finally {
    await database.close();
  }
});
