import { codeFlowPrefix } from './one-time-tokens.ts';

type MailedLink = {
  linkToken: string;
  /** The purpose of the link, in the dialect's words. */
  type: string;
  /** Checked to be of our own origin. */
  redirectTo: string;
};

/** The app's page that shows the purpose of a link and acts when its button is pressed. */
const linkPage = '/login';

/**
 * The URL in an email. It opens a page and does nothing else, because mail scanners open links too. `next` has the
 * path to continue at. A client of the code flow gets its own endpoint, whose answer is worthless without the
 * client's verifier.
 */
export function mailedLink(publicUrl: string, link: MailedLink): string {
  return link.linkToken.startsWith(codeFlowPrefix)
    ? codeFlowLink(publicUrl, link)
    : linkToPage(publicUrl, link);
}

/** The page's URL for a link in any form. */
export function linkToPage(publicUrl: string, { linkToken, type, redirectTo }: MailedLink): string {
  const page = new URL(linkPage, publicUrl);
  const wanted = new URL(redirectTo);
  if (wanted.pathname === linkPage) page.search = wanted.search;
  else if (wanted.pathname !== '/') page.searchParams.set('next', wanted.pathname + wanted.search);
  page.searchParams.set('token_hash', linkToken);
  page.searchParams.set('type', type);
  return page.href;
}

function codeFlowLink(publicUrl: string, { linkToken, type, redirectTo }: MailedLink): string {
  const link = new URL('/auth/v1/verify', publicUrl);
  link.searchParams.set('token', linkToken);
  link.searchParams.set('type', type);
  link.searchParams.set('redirect_to', redirectTo);
  return link.href;
}
