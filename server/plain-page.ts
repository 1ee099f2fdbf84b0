import { html, raw } from 'hono/html';

/** A page of the sandbox, without scripts. Its style sheet is in it, to the letter, for a policy by its hash. */
export const plainPage = (title: string, style: string, body: unknown) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${title}</title>
        ${raw(`<style>${style}</style>`)}
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`;
