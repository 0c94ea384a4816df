import { describe, expect, it } from '@jest/globals';
import { mailHtml, mailText } from './layout.js';

const content = {
  brandName: 'Ada & Sons',
  brandColor: '#FFEE00',
  heading: 'Hello <b>Zoë</b>',
  body: ['"Night Songs" is ready', '<img src=x onerror=alert(1)>'],
  button: { label: 'Open', url: 'https://portal.example/app?a=1&b="2"' },
  footer: 'You are told because it is yours.',
};

describe('a mail', () => {
  it('shows typed text as text, never as markup', () => {
    const html = mailHtml(content);
    expect(html).not.toMatch(/<b>|<img|"2"/);
    for (const shown of [
      'Ada &amp; Sons',
      'Hello &lt;b&gt;Zoë&lt;/b&gt;',
      '&lt;img src=x',
      'a=1&amp;b=&quot;2&quot;',
    ]) {
      expect(html).toContain(shown);
    }
  });

  it('uses a valid brand colour, with readable text on it', () => {
    expect(mailHtml(content)).toContain('background:#FFEE00;color:#16181d');
    expect(mailHtml({ ...content, brandColor: '#201040' })).toContain('background:#201040;color:#ffffff');
    expect(mailHtml({ ...content, brandColor: 'red;}' })).not.toContain('red;}');
  });

  it('has the same content in plain text', () => {
    const text = mailText(content);
    for (const said of [
      content.heading,
      ...content.body,
      'Open: https://portal.example/app?a=1&b="2"',
      content.footer,
    ]) {
      expect(text).toContain(said);
    }
  });

  it('shows tables, lists, links and quoted text in both forms', () => {
    const body = [
      { quoted: 'Too loud\nat the end' },
      { items: ['1. Dawn', '2. Dusk'] },
      {
        rows: [['Mastering, 2 tracks', '$400.00']] as [string, string][],
        total: ['Sum', '$400.00'] as [string, string],
      },
      { label: 'Open at 1:05', url: 'https://portal.example/app?t=65' },
    ];
    expect(mailText({ ...content, body })).toContain(
      [
        '> Too loud\n> at the end',
        '- 1. Dawn\n- 2. Dusk',
        'Mastering, 2 tracks: $400.00\nSum: $400.00',
        'Open at 1:05: https://portal.example/app?t=65',
      ].join('\n\n'),
    );
    const html = mailHtml({ ...content, body });
    for (const said of ['Too loud\nat the end', '1. Dawn', 'Mastering, 2 tracks', '$400.00', 'app?t=65']) {
      expect(html).toContain(said);
    }
  });
});
