import { parse } from 'regexparam';
import { matchRoute, type Parser } from 'wouter';

/**
 * wouter decodes a path with `decodeURI` before it matches, and a parameter not at all. So this parser decodes
 * parameters. An encoded "%" has to be encoded twice to be left for it.
 */
export const parsePath: Parser = (path, isLoose) => {
  const { keys, pattern } = parse(path, isLoose);
  const exec = (pathname: string) => {
    const match = pattern.exec(pathname);
    return match && Object.assign(match, match.map(decoded));
  };
  return { keys, pattern: { exec } };
};

/** Part of an address as wouter has to get it. */
export const readyToDecode = (part: string) => part.replaceAll('%25', '%2525');

/**
 * The parameters of an address that matches a path such as `/admin/bookings/:bookingId`; null for any other address.
 * A path that ends in `/*?` also matches everything below it. Case and a slash at the end don't count.
 */
export function matchPath(
  path: string,
  pathname: string,
): Record<string, string | undefined> | null {
  return matchRoute(parsePath, path, attempt(decodeURI, readyToDecode(pathname)))[1];
}

const decoded = (part?: string) => part && attempt(decodeURIComponent, part);

function attempt(decode: (part: string) => string, part: string): string {
  try {
    return decode(part);
  } catch {
    return part;
  }
}
