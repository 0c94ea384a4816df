import { html, pageShell } from './page-shell.js';

/** Asks for the password of a link. */
export const passwordPage = (problem: string | null): string =>
  pageShell(
    'Password',
    html`<main class="narrow">
      <h1>Password</h1>
      <p class="dim">Whoever sent you this link has the password.</p>
      ${problem ? html`<p id="problem" class="note" role="alert">${problem}</p>` : ''}
      <form method="post">
        <label
          >Password
          <input
            type="password"
            name="password"
            autocomplete="off"
            autofocus
            required
            maxlength="128"
            ${problem ? html`aria-invalid="true" aria-describedby="problem"` : ''}
        /></label>
        <button class="button">Open</button>
      </form>
    </main>`,
  );

/** Says why nothing is shown. */
export const notePage = (title: string, text: string): string =>
  pageShell(
    title,
    html`<main class="narrow">
      <h1>${title}</h1>
      <p class="dim">${text}</p>
    </main>`,
  );
