/**
 * A redirect may lead only to the app's own origin, without credentials or fragment. Anything else, in any
 * spelling, leads to the home page.
 */
export function safeRedirect(requested: string | null | undefined, publicUrl: string): string {
  const home = new URL('/', publicUrl);
  if (!requested || hasUnsafeCharacter(requested)) return home.href;
  // Absolute, or a path of ours: anything that browsers resolve differently is refused.
  if (!/^https?:\/\//i.test(requested) && !/^\/(?!\/)/.test(requested)) return home.href;
  if (!URL.canParse(requested, home)) return home.href;
  const target = new URL(requested, home);
  if (target.origin !== home.origin || target.username || target.password) return home.href;
  // The path alone would name another host: `/.//host` has become `//host`.
  if (target.pathname.startsWith('//')) return home.href;
  target.hash = '';
  return target.href;
}

/** Adds the parameters to the query, where a client of the code flow reads them. */
export function withParameters(target: string, parameters: Record<string, string>): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

// Some parsers drop backslashes and control characters or turn them into slashes.
const hasUnsafeCharacter = (text: string) => /[\s\\\p{Cc}]/u.test(text);
