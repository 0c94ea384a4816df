import { Anchor, Box, Container, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { installation } from '../lib/installation';
import { Mark } from '../ui/brand';
import classes from './site.module.css';

/** Layout of every public page: header, content and footer. */
export function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <Box className={classes.page}>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <Header />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </Box>
  );
}

function Header() {
  return (
    <header className={classes.header}>
      <Container size="lg" h="100%">
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Link to="/" className={classes.brand}>
            <Mark />
            <span>{installation.brand}</span>
          </Link>
          <Group component="nav" aria-label="Main" gap="lg" wrap="nowrap">
            <Link to="/about" className={classes.link}>
              About
            </Link>
            <Link to="/app" className={classes.link}>
              Sign in
            </Link>
          </Group>
        </Group>
      </Container>
    </header>
  );
}

function Footer() {
  const { brand, contactEmail } = installation;
  return (
    <footer className={classes.footer}>
      <Container size="lg">
        <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xl">
          <Stack gap="xs">
            <span className={classes.brand}>
              <Mark size={20} />
              <span>{brand}</span>
            </span>
            <Text size="sm" c="dimmed">
              Made with love for audio professionals
            </Text>
          </Stack>
          <Column title="Product">
            <FooterLink to="/about">About</FooterLink>
          </Column>
          <Column title="Support">
            <Anchor href={`mailto:${contactEmail}`} size="sm" c="dimmed">
              Contact
            </Anchor>
          </Column>
          <Column title="Legal">
            <FooterLink to="/privacy">Privacy Policy</FooterLink>
            <FooterLink to="/cookies">Cookie Policy</FooterLink>
          </Column>
        </SimpleGrid>
        <Text size="sm" c="dimmed" mt="xl" pt="lg" className={classes.copyright}>
          © <time data-current-year>{new Date().getFullYear()}</time> {brand}. All rights reserved.
        </Text>
      </Container>
    </footer>
  );
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="nav" aria-label={title} gap="xs" align="flex-start">
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {children}
    </Stack>
  );
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Anchor component={Link} to={to} size="sm" c="dimmed">
      {children}
    </Anchor>
  );
}
