import { createResetLink } from '../features/auth/auth-links.service.js';
import { loadConfig } from '../platform/config.js';
import { Database } from '../platform/database/database.js';
import { settingsBeside } from '../platform/embedded/settings.js';
import { runPart, StartError, unreachable } from '../platform/start.js';

await runPart(async () => {
  const [email, ...more] = process.argv.slice(2);
  if (!email || more.length > 0) {
    throw new StartError('npm run reset-link -- ada@example.com     prints a link that sets a new password, once');
  }
  const config = loadConfig(await settingsBeside(process.env));
  const database = await Database.connect({
    url: config.databaseUrl,
    entities: [],
    poolSize: 1,
    applicationName: 'lacquer reset-link',
    onPoolError: () => undefined,
  }).catch(unreachable('DATABASE_URL'));
  try {
    const url = await createResetLink(database, config, email.trim().toLowerCase());
    if (!url) throw new StartError(`Nobody with an account has the address ${email}.`);
    console.log(`${url}\nIt works once, within an hour.`);
  } finally {
    await database.close();
  }
});
