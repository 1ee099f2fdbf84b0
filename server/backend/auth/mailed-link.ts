import { codeFlowPrefix } from './one-time-tokens.ts';

type MailedLink = {
  linkToken: string;
  /** What the link was made for, in the dialect's words. */
  type: string;
  /** Already known to be of our own origin. */
  redirectTo: string;
};

/** The app's page that shows what a link is for, and acts only when the button there is pressed. */
const linkPage = '/login';

/**
 * The address in a mail. It opens a page and does nothing by itself, because mail scanners open links too.
 * Where to go on afterwards stands in `next`, as a path. A client of the code flow has its own endpoint: what
 * that answers is worth nothing without the client's verifier.
 */
export function mailedLink(publicUrl: string, link: MailedLink): string {
  return link.linkToken.startsWith(codeFlowPrefix)
    ? codeFlowLink(publicUrl, link)
    : linkToPage(publicUrl, link);
}

/** The address of the page for a link, whatever the link looked like. */
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
