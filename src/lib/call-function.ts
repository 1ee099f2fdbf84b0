import type { Contract } from '@contracts/contract.ts';
import { refusal } from '@contracts/refusal.ts';
import { sharedRefusals } from '@domain/refusals.ts';
import { accessToken } from './access-token.ts';
import { BackendError, guestHeaders, noAnswer } from './backend.ts';
import { backendUrl } from './backend-url.ts';
import { ownFetch } from './own-fetch.ts';

/**
 * Calls a server function with a JSON body, as the signed-in person, and answers its JSON.
 * Throws {@link BackendError}.
 */
export async function callFunction<Answer>(
  { name, shape }: Contract<string, Answer>,
  body: Record<string, unknown>,
): Promise<Answer> {
  const response = await post(`/functions/v1/${name}`, body);
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return shape.parse(answer);
  const { code, message, fields } = refusal.safeParse(answer).data?.error ?? unexpected;
  throw new BackendError({ code, message, status: response.status, fields });
}

const unexpected = {
  code: 'unexpected',
  message: sharedRefusals.unexpected,
  fields: undefined,
};

async function post(path: string, body: Record<string, unknown>): Promise<Response> {
  try {
    const token = await accessToken();
    return await ownFetch(backendUrl(path), {
      method: 'POST',
      headers: {
        ...guestHeaders(),
        ...(token && { authorization: `Bearer ${token}` }),
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
  } catch {
    throw new BackendError({
      code: 'network',
      message: noAnswer,
      status: 0,
    });
  }
}
