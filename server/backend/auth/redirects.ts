/**
 * Where a link may lead: an address of the app's own origin, without credentials or fragment.
 * Everything else, however it is spelled, leads to the front page.
 */
export function safeRedirect(requested: string | null | undefined, publicUrl: string): string {
  const home = new URL('/', publicUrl);
  if (!requested || hasUnsafeCharacter(requested)) return home.href;
  // Absolute, or a path of ours: what a browser would resolve in some other way is refused.
  if (!/^https?:\/\//i.test(requested) && !/^\/(?!\/)/.test(requested)) return home.href;
  if (!URL.canParse(requested, home)) return home.href;
  const target = new URL(requested, home);
  if (target.origin !== home.origin || target.username || target.password) return home.href;
  target.hash = '';
  return target.href;
}

/** Adds the parameters to the query, where a client of the code flow looks for them. */
export function withParameters(target: string, parameters: Record<string, string>): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

// Backslashes and control characters are dropped or turned into slashes by some parsers, not by all.
const hasUnsafeCharacter = (text: string) => /[\s\\\p{Cc}]/u.test(text);
