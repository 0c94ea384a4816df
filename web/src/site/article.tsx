import { Container } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './site.module.css';
import { SiteLayout } from './site-layout';

/** A public page below the landing page, with a link back. */
export function Article({ title, children }: { title: string; children: ReactNode }) {
  return (
    <SiteLayout>
      <Container size="lg" className={classes.article}>
        <nav aria-label="Breadcrumbs" className={classes.crumbs}>
          <ol>
            <li>
              <Link to="/">Home</Link>
            </li>
            <li aria-current="page">{title}</li>
          </ol>
        </nav>
        {children}
      </Container>
    </SiteLayout>
  );
}
