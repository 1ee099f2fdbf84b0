import { invalidKey, noSuchBucket } from './errors.ts';

/** An object as named by a request. The name never becomes a path of the file system. */
export type ObjectAddress = { bucket: string; name: string };

const maxNameLength = 1024;

/** Parses what follows `prefix` in a request's path: bucket, slash, name. Throws InvalidKey. */
export function objectAddress(request: Request, prefix: string): ObjectAddress {
  const { pathname } = new URL(request.url);
  const rest = decode(pathname.slice(pathname.indexOf(prefix) + prefix.length));
  const slash = rest.indexOf('/');
  if (slash < 0) throw invalidKey();
  return { bucket: checkBucket(rest.slice(0, slash)), name: checkName(rest.slice(slash + 1)) };
}

export function checkBucket(bucket: string): string {
  if (!/^[a-z0-9_.-]{1,63}$/i.test(bucket)) throw noSuchBucket();
  return bucket;
}

/** The characters that the reference server accepts, and no `..`. Throws InvalidKey. */
function checkName(name: string): string {
  const isSafe = /^[\w/!\-.*'() &$@=;:+,?]+$/.test(name);
  const steps = name.split('/');
  const leavesItsFolder = steps.some((step) => step === '' || step === '.' || step === '..');
  if (!isSafe || leavesItsFolder || name.length > maxNameLength) throw invalidKey();
  return name;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidKey();
  }
}
