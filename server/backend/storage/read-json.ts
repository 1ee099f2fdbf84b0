import type { z } from 'zod';
import { CodedError } from '../../../supabase/functions/_shared/http/errors.ts';
import { readText } from '../../../supabase/functions/_shared/http/read-body.ts';
import { invalidRequest, tooLarge } from './errors.ts';

const maxBytes = 1024 * 1024;

/** The body of a request by its schema. Throws 400, or 413 as soon as it is too long. */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const result = schema.safeParse(await jsonOf(request));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw invalidRequest(`body/${issue?.path.join('/') ?? ''} ${issue?.message ?? 'is invalid'}`);
}

async function jsonOf(request: Request): Promise<unknown> {
  try {
    return JSON.parse(await readText(request, maxBytes));
  } catch (error) {
    if (error instanceof CodedError) throw tooLarge('The request body is too large');
    throw invalidRequest('The body is not valid JSON.');
  }
}
