import { describe, expect, it } from '@jest/globals';
import { inlineScripts } from './security-headers.js';

describe('the scripts in a page’s own text', () => {
  it('are allowed by their hashes, once each', () => {
    const html = `<script>alert(1)</script><script type="module" async="">alert(1)</script><SCRIPT>two()</SCRIPT>`;
    expect(inlineScripts(html)).toEqual([
      "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='",
      expect.stringMatching(/^'sha256-.{44}'$/),
    ]);
  });

  it('are neither files nor data', () => {
    const html = `<script src="/assets/a.js"></script><script type="application/ld+json">{"@type":"Thing"}</script>`;
    expect(inlineScripts(html)).toEqual([]);
  });
});
