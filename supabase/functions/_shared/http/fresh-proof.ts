import { z } from 'zod';
import type { FunctionDeps } from './deps.ts';
import { CodedError } from './errors.ts';
import { rpcAnswer } from './rpc-answer.ts';

const inTheNameOf = (request: Request) => request.headers.get('authorization') ?? '';

/** Throws reauthentication_needed unless the caller proved who they are within five minutes. */
export const requireFreshProof = ({ rest }: Pick<FunctionDeps, 'rest'>, request: Request) =>
  rpcAnswer(
    rest.call('require_fresh_proof', {}, { authorization: inTheNameOf(request) }),
    z.unknown(),
  );

/** Whether they did. The database decides whether it matters, in the transaction that refunds. */
export async function hasFreshProof(deps: Pick<FunctionDeps, 'rest'>, request: Request) {
  try {
    await requireFreshProof(deps, request);
    return true;
  } catch (error) {
    if (error instanceof CodedError && error.code === 'reauthentication_needed') return false;
    throw error;
  }
}
