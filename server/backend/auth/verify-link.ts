import type { Context } from 'hono';
import type { Auth } from './auth-context.ts';
import { linkToPage } from './mailed-link.ts';
import { safeRedirect } from './redirects.ts';

/**
 * GET /verify opens the app's page and changes nothing, since mail scanners and previews open links too. The page's
 * button posts to /verify.
 */
export const verifyLink = (auth: Auth) => (c: Context) => {
  c.header('Referrer-Policy', 'no-referrer');
  const page = linkToPage(auth.publicUrl, {
    linkToken: c.req.query('token') ?? c.req.query('token_hash') ?? '',
    type: c.req.query('type') ?? '',
    redirectTo: safeRedirect(c.req.query('redirect_to'), auth.publicUrl),
  });
  return c.redirect(page, 303);
};
