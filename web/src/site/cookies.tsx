import { Link } from 'react-router';
import { installation } from '../lib/installation';
import { Article } from './article';
import { pageMeta } from './page-meta';
import classes from './site.module.css';

export const handle = { public: true };

const TITLE = 'Cookie Policy';

export const meta = () =>
  pageMeta({
    path: '/cookies',
    title: TITLE,
    description: `Which cookies ${installation.brand} sets (few, all of its own), what for, and how to manage them. No advertising cookies.`,
  });

export default function Cookies() {
  const { brand, contactEmail } = installation;
  return (
    <Article title={TITLE}>
      <div className={classes.prose}>
        <h1 className={classes.title}>{TITLE}</h1>
        <p>Last updated: July 13, 2025</p>

        <h2>What Are Cookies</h2>
        <p>
          Cookies are small texts that a site asks your browser to keep and to send back. {brand} also uses the
          browser’s own storage, which stays on your device, for the look that you have chosen and for what you have
          typed but not sent. Where the portal uses https, the names below begin with <code>__Host-</code>.
        </p>

        <h2>Types of Cookies We Use</h2>
        <h3>Essential</h3>
        <p>
          <code>lacquer.session_token</code> keeps you signed in. It is set when you sign in, cannot be read by scripts,
          and ends with the session. Without it the portal cannot know you.
        </p>
        <h3>Security</h3>
        <p>
          <code>lacquer.known</code> marks a browser in which you have signed in before, so that strangers who guess
          passwords do not slow you down.
        </p>
        <h3>Analytics</h3>
        <p>
          None. What is done on the public pages is counted per day, at the portal itself, without cookies and without
          anything that could recognise you.
        </p>
        <p>There are no advertising cookies.</p>

        <h2>Managing Your Preferences</h2>
        <p>
          Your browser can show, block and delete cookies. The public pages work without any; signing in needs the
          essential one. Signing out removes it.
        </p>

        <h2>Third-Party Cookies</h2>
        <p>
          {brand} loads nothing from other sites and so lets nobody else set cookies here. A login provider that you
          choose to sign in with sets its own, on its own pages.
        </p>

        <h2>Updates to This Policy</h2>
        <p>
          When cookies change, this page changes first, with a new date at its top. Questions go to{' '}
          <a href={`mailto:${contactEmail}`}>{contactEmail}</a>; everything else about your data is in the{' '}
          <Link to="/privacy">Privacy Policy</Link>.
        </p>
      </div>
    </Article>
  );
}
