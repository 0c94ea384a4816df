import { SimpleGrid } from '@mantine/core';
import { installation } from '../lib/installation';
import { Article } from './article';
import { pageMeta } from './page-meta';
import classes from './site.module.css';

export const handle = { public: true };

export const meta = () =>
  pageMeta({
    path: '/about',
    title: 'About',
    description: `What ${installation.brand} does for mastering engineers and for their clients, what it is built on, and why it exists.`,
  });

const cards = [
  {
    title: 'For Engineers',
    text: 'Create a project, quote it, and drop the masters when they are done. Each file is measured (loudness, true peak, clipping, bit depth) and offered its track and format; you accept, release, invoice and get on with the next record. The portal carries your name, your colour and your logo.',
  },
  {
    title: 'For Clients',
    text: 'One link to one place. Send your mixes, hear full-length previews, comment at the exact second, approve, and download everything at once when the invoice is settled: every format, labelled, with ISRC codes.',
  },
  {
    title: 'Technology',
    text: 'Sign in by password, by a link in a mail, or by the login provider that the operator connects. Files go straight to object storage and come back byte for byte. Run it on one machine or behind the content delivery and security provider of your choice. Invoices are settled the way your studio wants to be paid; paying by card on the page is a demonstration until a payment provider is connected.',
  },
];

export default function About() {
  const { brand } = installation;
  return (
    <Article title="About">
      <h1 className={classes.title}>About {brand}</h1>
      <p className={classes.quiet}>
        A portal for freelance and independent mastering engineers and the artists they work with: one place for the
        files, the conversation about them and the money.
      </p>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="lg" mt={40}>
        {cards.map(({ title, text }) => (
          <section key={title} className={classes.card}>
            <div>
              <h2>{title}</h2>
              <p>{text}</p>
            </div>
          </section>
        ))}
      </SimpleGrid>
      <section className={classes.section}>
        <h2 className={classes.title}>Why {brand}?</h2>
        <div className={classes.prose}>
          <p>
            A record leaves a mastering studio as twenty files: streaming, hi-res, vinyl sides, CD, instrumentals, a
            clean edit. They travel by transfer links that expire, are discussed in mails that nobody finds again, and
            are paid for when somebody remembers.
          </p>
          <p>
            {brand} keeps all of that in one project. It knows which file belongs where and says why; it keeps every
            version and every comment; it sends the reminder so that you need not. Mastering is the last step before the
            world hears the music. What comes after it deserves the same care.
          </p>
        </div>
      </section>
    </Article>
  );
}
