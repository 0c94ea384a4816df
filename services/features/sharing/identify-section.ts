import { html, type Markup } from './page-shell.js';

/** The place where readers drop any file to learn what it is. It needs the script, which shows it. */
export const identifySection = (address: string): Markup =>
  html`<section id="identify" class="track" data-ask="${address}" hidden>
    <h2><label for="unknown-file">What is this file?</label></h2>
    <p class="dim">
      Choose any file, or drop it anywhere on this page, to learn which track, format and edition it is. It stays on
      this device: only its checksums and an acoustic fingerprint are sent.
    </p>
    <input type="file" id="unknown-file" />
    <div role="status">
      <strong></strong>
      <p></p>
    </div>
    <button type="button" class="button quiet" hidden>Cancel</button>
  </section>`;
