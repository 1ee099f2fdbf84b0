import { z } from 'zod';
import type { FunctionDeps, VerifiedUser } from './deps.ts';
import { CodedError } from './errors.ts';
import { rpcAnswer } from './rpc-answer.ts';

/**
 * The administrator of a request. The database decides with the request's own token, because it also checks the
 * second factor. Throws `sign_in_needed`, `administrators_only`.
 */
export async function requireAdministrator(
  deps: Pick<FunctionDeps, 'rest' | 'verifyUser'>,
  request: Request,
): Promise<VerifiedUser> {
  const user = await deps.verifyUser(request);
  if (!user) throw new CodedError('sign_in_needed');
  if (!(await isAdministrator(deps, request))) throw new CodedError('administrators_only');
  return user;
}

/** Whether the request is an administrator's, for one that is signed in. */
export const isAdministrator = ({ rest }: Pick<FunctionDeps, 'rest'>, request: Request) =>
  rpcAnswer(
    rest.call('is_admin', {}, { authorization: request.headers.get('authorization') ?? '' }),
    z.boolean(),
  );
