/**
 * Names and addresses of this installation. The build writes placeholders, the API fills them in when it serves a page,
 * and the browser reads them from the page, so that both render the same.
 */
const written = { brand: '__BRAND__', contactEmail: '__CONTACT_EMAIL__', publicUrl: '__PUBLIC_URL__' };
const unserved = { brand: 'Lacquer', contactEmail: 'lacquer@localhost', publicUrl: 'http://localhost:3000' };

function read(): typeof written {
  if (typeof document === 'undefined') return import.meta.env?.DEV ? unserved : written;
  const { brand, contactEmail, publicUrl } = document.documentElement.dataset;
  return brand && contactEmail && publicUrl ? { brand, contactEmail, publicUrl } : unserved;
}

export const installation = read();

/** Attributes of the root element, from which the browser reads them. */
export const installationAttributes = {
  'data-brand': installation.brand,
  'data-contact-email': installation.contactEmail,
  'data-public-url': installation.publicUrl,
};

/** Page title followed by the brand. */
export const titled = (title: string): string => `${title} · ${installation.brand}`;
