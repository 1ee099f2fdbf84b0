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
 * path to continue at.
 */
export function linkToPage(publicUrl: string, { linkToken, type, redirectTo }: MailedLink): string {
  const page = new URL(linkPage, publicUrl);
  const wanted = new URL(redirectTo);
  if (wanted.pathname === linkPage) page.search = wanted.search;
  else if (wanted.pathname !== '/') page.searchParams.set('next', wanted.pathname + wanted.search);
  page.searchParams.set('token_hash', linkToken);
  page.searchParams.set('type', type);
  return page.href;
}
