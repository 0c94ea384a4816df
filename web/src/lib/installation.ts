/**
 * What the installation says of itself. The build writes names for it, which the API fills in when it serves a page; the
 * browser then reads it from the page, so that both render the same.
 */
const written = { brand: '__BRAND__', contactEmail: '__CONTACT_EMAIL__', publicUrl: '__PUBLIC_URL__' };
const unserved = { brand: 'Lacquer', contactEmail: 'lacquer@localhost', publicUrl: 'http://localhost:3000' };

function read(): typeof written {
  if (typeof document === 'undefined') return import.meta.env?.DEV ? unserved : written;
  const { brand, contactEmail, publicUrl } = document.documentElement.dataset;
  return brand && contactEmail && publicUrl ? { brand, contactEmail, publicUrl } : unserved;
}

export const installation = read();

/** For the root element, whence the browser reads it. */
export const installationAttributes = {
  'data-brand': installation.brand,
  'data-contact-email': installation.contactEmail,
  'data-public-url': installation.publicUrl,
};

/** A page's title, with the brand behind it. */
export const titled = (title: string): string => `${title} · ${installation.brand}`;
