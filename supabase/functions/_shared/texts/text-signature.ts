import type { TextService } from './text-sender.ts';

type Signed = {
  /** The query of the address, with its question mark. */
  search: string;
  entries: readonly (readonly [name: string, value: string])[];
  /** Base64. */
  signature: string;
};

/** What the service signs: the address it was given, then each field of the form by name. */
const signedText = ({ webhookUrl }: TextService, { search, entries }: Omit<Signed, 'signature'>) =>
  webhookUrl +
  search +
  entries
    .toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .map(([name, value]) => name + value)
    .join('');

const keyOf = ({ authToken }: TextService) =>
  crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(authToken),
    { name: 'HMAC', hash: 'SHA-1' },
    false,
    ['sign', 'verify'],
  );

/** Whether a request is the service's (X-Twilio-Signature). Compares in constant time. */
export async function isSignedBy(service: TextService, { signature, ...signed }: Signed) {
  const bytes = bytesOf(signature);
  if (!bytes) return false;
  const text = new TextEncoder().encode(signedText(service, signed));
  return crypto.subtle.verify('HMAC', await keyOf(service), bytes, text);
}

/** The signature that the service sends; for the sandbox, which takes its place. */
export async function signatureOf(service: TextService, signed: Omit<Signed, 'signature'>) {
  const text = new TextEncoder().encode(signedText(service, signed));
  const signature = await crypto.subtle.sign('HMAC', await keyOf(service), text);
  return btoa(String.fromCharCode(...new Uint8Array(signature)));
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
