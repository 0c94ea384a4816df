import { installation, titled } from '../lib/installation';

interface PublicPage {
  /** Absolute path without a trailing slash, unless it is the root. */
  path: string;
  title: string;
  description: string;
  /** The landing page: its title begins with the brand. */
  home?: boolean;
}

const address = (path: string) => `${installation.publicUrl}${path}`;

/** Meta tags of a public page for search engines and link previews. */
export function pageMeta({ path, title, description, home = false }: PublicPage) {
  const { brand } = installation;
  const full = home ? `${brand}: ${title}` : titled(title);
  const image = address('/preview.png');
  return [
    { title: full },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address(path) },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: brand },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address(path) },
    { property: 'og:image', content: image },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: 'The waveform of a master with comments at their seconds' },
    { property: 'og:locale', content: 'en_US' },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: full },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: image },
    { 'script:ld+json': home ? application(description) : webPage(path, full, description) },
    ...(home ? [] : [{ 'script:ld+json': breadcrumbs(path, title) }]),
  ];
}

const application = (description: string) => ({
  '@context': 'https://schema.org',
  '@type': 'SoftwareApplication',
  name: installation.brand,
  description,
  url: address('/'),
  image: address('/preview.png'),
  applicationCategory: 'MultimediaApplication',
  operatingSystem: 'Any, in a web browser',
  audience: { '@type': 'Audience', audienceType: 'Audio mastering engineers and their clients' },
  offers: { '@type': 'Offer', name: 'Free trial', price: '0', priceCurrency: 'USD' },
});

const webPage = (path: string, name: string, description: string) => ({
  '@context': 'https://schema.org',
  '@type': 'WebPage',
  name,
  description,
  url: address(path),
  inLanguage: 'en',
  isPartOf: { '@type': 'WebSite', name: installation.brand, url: address('/') },
});

const breadcrumbs = (path: string, title: string) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: [
    { '@type': 'ListItem', position: 1, name: 'Home', item: address('/') },
    { '@type': 'ListItem', position: 2, name: title, item: address(path) },
  ],
});
