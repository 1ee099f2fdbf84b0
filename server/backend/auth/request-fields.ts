import type { Context } from 'hono';
import { z } from 'zod';
import { plainLine } from '../../../domain/contact/typed-text.ts';
import { CodedError } from '../../../supabase/functions/_shared/http/errors.ts';
import { readText } from '../../../supabase/functions/_shared/http/read-body.ts';
import { parseKeptJson } from '../../../supabase/functions/_shared/mail/kept-text.ts';
import type { CodeChallenge } from './code-flow.ts';
import { AuthFailure, invalidInput } from './errors.ts';
import type { Metadata } from './users.ts';

const longestBody = 32_768;

/** Metadata is part of every token, and tokens are part of every header. */
const longestMetadata = 4096;

export const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);

/** The JSON object of a request in the given shape. Throws bad_json 400, or 413 if it is too large. */
export async function readBody<T>(c: Context, shape: z.ZodType<T>): Promise<T> {
  let json: unknown;
  try {
    json = parseKeptJson(await readText(c.req.raw, longestBody));
  } catch (error) {
    throw error instanceof CodedError && error.code === 'body_too_large'
      ? new AuthFailure(413, 'bad_json', 'Request body is too large')
      : new AuthFailure(400, 'bad_json', 'Could not parse request body as JSON');
  }
  const parsed = shape.safeParse(json);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join('.') || 'not an object';
  throw new AuthFailure(400, 'bad_json', `Could not read request body: ${where}`);
}

/** An optional field: clients treat missing, null and empty alike. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

export const metadata = z.record(z.string(), z.unknown()).nullish();

export const challengeFields = {
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
};

export type ChallengeFields = {
  code_challenge?: string | null | undefined;
  code_challenge_method?: string | null | undefined;
};

/** Metadata with these keys replaced; null deletes a key. Throws validation_failed 400. */
export function mergeMetadata(current: Metadata, wanted: Metadata): Metadata {
  const merged = Object.fromEntries(
    Object.entries({ ...current, ...wanted }).filter(([, value]) => value !== null),
  );
  if (JSON.stringify(merged).length > longestMetadata) {
    throw invalidInput(`User metadata cannot be longer than ${longestMetadata} characters`);
  }
  return merged;
}

/** A normalized email address: trimmed and lower case. Throws validation_failed 400. */
export function readEmail(given: string): string {
  const typed = given.trim();
  const email = typed.toLowerCase();
  const isShaped = /^[^\s@<>"\\,;:()[\]]+@[^\s@.<>]+(\.[^\s@.<>]+)+$/.test(email);
  // An invisible or a wide letter would make a second spelling of one mailbox. A Kelvin sign becomes a plain k in lower
  // case, so the check is of what was typed.
  const isOneSpelling = typed === typed.normalize('NFKC') && !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(email);
  if (email.length > 254 || !isShaped || !isOneSpelling) {
    throw invalidInput('Unable to validate email address: invalid format');
  }
  return email;
}

/** A normalized phone number: digits with the country code. Throws validation_failed 400. */
export function readPhone(given: string): string {
  const phone = plainLine(given).replace(/[ ().+-]/g, '');
  if (!/^[1-9][0-9]{7,14}$/.test(phone)) {
    throw invalidInput('Invalid phone number format (E.164 required)');
  }
  return phone;
}

/** The fields of a client of the code flow; null for other clients. */
export function readChallenge(body: ChallengeFields): CodeChallenge | null {
  const value = body.code_challenge ?? '';
  const method = (body.code_challenge_method ?? '').toLowerCase();
  if (!value && !method) return null;
  // A plain challenge equals the verifier and protects nothing once the request is read.
  if (method !== 's256') {
    throw invalidInput('PKCE flow requires code_challenge and the code_challenge_method s256');
  }
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(value)) {
    throw invalidInput('code challenge has to be between 43 and 128 characters');
  }
  return { value, method };
}
