import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { until } from '../../services/testing/until.js';

export interface ReadMail {
  subject: string;
  text: string;
  /** Addresses of this portal in its text, in order. */
  links: string[];
}

/** The mails that a portal without a mail server keeps in its data directory. */
export class MailFolder {
  private readonly read = new Set<string>();

  constructor(
    private readonly dataDir: string,
    private readonly url: string,
  ) {}

  /** Waits for a mail to that address with that subject. Each mail is returned once. */
  async next(to: string, subject: RegExp): Promise<ReadMail> {
    let found: ReadMail | undefined;
    const folder = join(this.dataDir, 'mail');
    const others = new Set<string>();
    const wanted = () =>
      Promise.resolve(`a mail to ${to} with the subject ${String(subject)}; others are:\n${[...others].join('\n')}`);
    await until(wanted, async () => {
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
      for (const name of names.filter((each) => !this.read.has(each))) {
        const mail = await PostalMime.parse(await readFile(join(folder, name)));
        const recipients = mail.to?.map(({ address }) => address) ?? [];
        others.add(`${recipients.join(', ')}: ${mail.subject}`);
        if (!recipients.includes(to) || !subject.test(mail.subject ?? '')) continue;
        this.read.add(name);
        const text = mail.text ?? '';
        const links = [...text.matchAll(/https?:\/\/\S+/g)].map(([link]) => link.replace(/[>).,]+$/, ''));
        found = { subject: mail.subject ?? '', text, links: links.filter((link) => link.startsWith(this.url)) };
        return true;
      }
      return false;
    });
    return found!;
  }

  /** The first link with that path in the next such mail. */
  async link(to: string, subject: RegExp, path: string): Promise<string> {
    const mail = await this.next(to, subject);
    const link = mail.links.find((each) => each.startsWith(`${this.url}${path}`));
    if (!link) throw new Error(`No link to ${path} in “${mail.subject}”:\n${mail.text}`);
    return link;
  }
}
