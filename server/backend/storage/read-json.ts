import type { z } from 'zod';
import { invalidRequest, tooLarge } from './errors.ts';

const maxBytes = 1024 * 1024;

/** The body of a request as the schema has it. Throws 400 or 413. */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) {
    throw tooLarge('The request body is too large');
  }
  const json: unknown = await request.json().catch(() => {
    throw invalidRequest('The body is no JSON.');
  });
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw invalidRequest(`body/${issue?.path.join('/') ?? ''} ${issue?.message ?? 'is invalid'}`);
}
