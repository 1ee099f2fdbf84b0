import { accessToken } from './access-token.ts';
import { BackendError, restAs } from './backend.ts';
import { refusals } from './refusals.ts';

/** The tables as the signed-in person sees them. Throws a {@link BackendError} when the sign-in has ended. */
export async function ownRest() {
  const token = await accessToken();
  if (token) return restAs(token);
  throw new BackendError({
    code: 'not_signed_in',
    message: refusals.not_signed_in,
    status: 401,
  });
}
