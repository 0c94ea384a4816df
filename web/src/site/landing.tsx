import { Button, Container, SimpleGrid, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { installation } from '../lib/installation';
import { EarlyAccess } from './early-access';
import { pageMeta } from './page-meta';
import { Picture } from './picture';
import classes from './site.module.css';
import { SiteLayout } from './site-layout';
import { HeroWaveform } from './waveform';

export const handle = { public: true };

export const meta = () =>
  pageMeta({
    path: '/',
    title: 'Deliver masters, not links',
    description:
      'The portal for audio mastering engineers and their clients: drop a batch of masters, let every file find its track and format, take comments on the waveform, and get paid before the finals leave.',
    home: true,
  });

const features = [
  {
    picture: 'sharing',
    alt: 'A release of four tracks: all required slots are filled, and the client has twelve files',
    title: 'Effortless File Sharing',
    text: 'Drop a folder of WAV, AIFF, FLAC or MP3. Names, tags and the sound itself are read, and every file is offered its track and format, with the reasons beside it. Uploads resume where they stopped.',
  },
  {
    picture: 'feedback',
    alt: 'A client’s comment at a second of a track, and the engineer’s answer',
    title: 'Centralized Feedback',
    text: 'Clients listen in the browser and comment at the exact second they mean. Versions, replies and approvals stay with the track, not in three inboxes.',
  },
  {
    picture: 'payments',
    alt: 'An invoice with its amount, its due date and its state',
    title: 'Integrated Payments',
    text: 'Quote, revision, acceptance, invoice and reminders in one line. Finals stay locked until the invoice is settled; previews play all the while. Paying on the page itself is a demonstration for now.',
  },
  {
    picture: 'delivery',
    alt: 'The client’s files by track and format, unlocked, with one button that downloads all of them',
    title: 'Smart Delivery',
    text: 'One link for all final masters, each labelled: 24-bit WAV, 16-bit WAV, hi-res, DDP, CD, vinyl sides, instrumentals, with ISRC codes and metadata. What your client downloads is, byte for byte, what you uploaded.',
  },
];

const reasons = [
  {
    title: 'No expired links',
    text: 'Transfer services forget your masters after seven days. A project here stays open for months, and its link stays the same.',
  },
  {
    title: 'No file chaos',
    text: '“final_v3_REAL.wav” becomes track 3, streaming master, version 3. You see what is missing before your client does.',
  },
  {
    title: 'No payment chasing',
    text: 'Reminders go out around the due date by themselves, once each, and stop the moment the invoice is paid.',
  },
];

export default function Landing() {
  return (
    <SiteLayout>
      <section className={classes.opening}>
        <Container size="lg">
          <h1 className={classes.headline}>Deliver masters, not links</h1>
          <p className={classes.lead}>
            {installation.brand} is where mastering engineers and their clients share a project: every file in its
            place, every comment at its second, every invoice settled before the finals leave.
          </p>
          <div className={classes.actions}>
            <Button size="md" data-source="hero">
              Get Started
            </Button>
            <Button size="md" variant="default" component={Link} to="/about">
              Learn More
              <VisuallyHidden> about {installation.brand}</VisuallyHidden>
            </Button>
          </div>
        </Container>
        <HeroWaveform />
      </section>

      <section className={classes.section} aria-label="The product">
        <Container size="xl">
          <Picture
            name="staging"
            alt="Twelve masters in staging, each with loudness and true peak, the track and format suggested for it, and how sure that is"
            className={classes.window}
            sizes="(min-width: 1320px) 1280px, 96vw"
          />
          <p className={classes.caption}>
            Twelve files dropped at once. Each was measured, matched to its track and format, and can say why.
          </p>
        </Container>
      </section>

      <section className={classes.section}>
        <Container size="lg">
          <h2 className={classes.title}>Built for mastering engineers</h2>
          <p className={classes.quiet}>From the first quote to the last download, without leaving the project.</p>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" mt={40}>
            {features.map(({ picture, alt, title, text }) => (
              <article key={title} className={classes.card}>
                <Picture name={picture} alt={alt} sizes="(min-width: 768px) 540px, 92vw" lazy />
                <div>
                  <h3>{title}</h3>
                  <p>{text}</p>
                </div>
              </article>
            ))}
          </SimpleGrid>
        </Container>
      </section>

      <section className={classes.section}>
        <Container size="lg">
          <h2 className={classes.title}>Why choose {installation.brand}</h2>
          <ul className={classes.reasons}>
            {reasons.map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </Container>
      </section>

      <section className={classes.closing}>
        <Container size="lg">
          <h2 className={classes.title}>Ready for your next project?</h2>
          <p className={classes.quiet}>
            {installation.brand} is in early access, and trying it is free. Leave your address and we will write when
            there is room for your studio.
          </p>
          <div className={classes.actions}>
            <Button size="md" data-source="final_cta">
              Register for Early Access
            </Button>
          </div>
        </Container>
      </section>
      <EarlyAccess />
    </SiteLayout>
  );
}
