import { Link } from 'react-router';
import { installation } from '../lib/installation';
import { Article } from './article';
import { pageMeta } from './page-meta';
import classes from './site.module.css';

export const handle = { public: true };

const TITLE = 'Privacy Policy';

export const meta = () =>
  pageMeta({
    path: '/privacy',
    title: TITLE,
    description: `What ${installation.brand} keeps of you, what for, with whom it is shared, and how to see, correct, export or delete it.`,
  });

export default function Privacy() {
  const { brand, contactEmail } = installation;
  const mail = <a href={`mailto:${contactEmail}`}>{contactEmail}</a>;
  return (
    <Article title={TITLE}>
      <div className={classes.prose}>
        <h1 className={classes.title}>{TITLE}</h1>
        <p>Last updated: July 13, 2025</p>

        <h2>Introduction</h2>
        <p>
          {brand} is a portal where audio mastering engineers and their clients work on projects. This policy says what
          it keeps of you and what for. The studio that invites you decides on the material of its projects; whoever
          operates this portal (reached at {mail}) is responsible for the rest. We follow the General Data Protection
          Regulation (GDPR) and the California Consumer Privacy Act (CCPA).
        </p>

        <h2>Information We Collect</h2>
        <h3>Account data</h3>
        <p>
          Your name and e-mail address, a password (only its hash), and what you choose to put into your profile. If you
          sign up for early access: your name, address and notes.
        </p>
        <h3>Usage data</h3>
        <p>
          On the public pages, how often a button was used on a day, without cookies and without anything that could
          tell visitors apart. In the portal, what you did in a project, because that is what its timeline shows.
        </p>
        <h3>Technical data</h3>
        <p>
          Sessions with the browser’s name, and network addresses for as long as it takes to prevent abuse and to find
          faults in the server’s log. The operator keeps a record of sign-ins, exports, downloads of finals, changed
          roles and deletions with the network address, for a year unless they have set another time.
        </p>
        <h3>Project files</h3>
        <p>
          The audio that you upload, what is measured from it, comments, quotes and invoices. Card data is not
          collected: payment on the page is a demonstration.
        </p>

        <h2>How We Use Your Information</h2>
        <ul>
          <li>to run the portal: signing in, sharing files, comments, quotes, invoices and reminders</li>
          <li>to send the mails that you have asked for or can switch off, kind by kind</li>
          <li>to keep the portal secure, and to see which parts of the public pages are of use</li>
          <li>to write to those who signed up for early access, about that and nothing else</li>
        </ul>
        <p>Nothing is used for advertising, and nothing is used to train models for others.</p>

        <h2>Sharing and Disclosure</h2>
        <p>
          Your data is not sold. Members of a project see each other’s name and what is said and sent in it; a studio
          sees the account and profile of a client only once they have accepted its invitation. Beyond that data goes
          only to the services that the operator runs the portal on (hosting, object storage, mail, and a login provider
          where you use one), and to authorities where the law demands it.
        </p>

        <h2>Your Rights and Choices</h2>
        <ul>
          <li>see, correct and complete your data in your profile</li>
          <li>receive a copy of it, or have it deleted: your account can be deleted in the profile at any time</li>
          <li>switch off mails kind by kind, by the link in each of them</li>
          <li>object to a use, and complain to your data protection authority</li>
        </ul>
        <p>
          What a studio must keep by law, such as invoices, stays without further use. Residents of California have the
          same rights and are not treated differently for using them. Cookies are described in the{' '}
          <Link to="/cookies">Cookie Policy</Link>.
        </p>

        <h2>Contact Us</h2>
        <p>Questions, requests and complaints: {mail}.</p>
      </div>
    </Article>
  );
}
