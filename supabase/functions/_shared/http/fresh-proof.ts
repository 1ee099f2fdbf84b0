import { z } from 'zod';
import type { FunctionDeps } from './deps.ts';
import { rpcAnswer } from './rpc-answer.ts';

const inTheNameOf = (request: Request) => request.headers.get('authorization') ?? '';

/** Throws reauthentication_needed unless the caller proved who they are within five minutes. */
export const requireFreshProof = ({ rest }: Pick<FunctionDeps, 'rest'>, request: Request) =>
  rpcAnswer(
    rest.rpc('require_fresh_proof').setHeader('authorization', inTheNameOf(request)),
    z.unknown(),
  );

/** The same for a refund that makes a large sum with others of a day. */
export const requireProofForRefund = (
  { rest }: Pick<FunctionDeps, 'rest'>,
  request: Request,
  refundCents: number,
) =>
  rpcAnswer(
    rest
      .rpc('require_proof_for_refund', { refund_cents: refundCents })
      .setHeader('authorization', inTheNameOf(request)),
    z.unknown(),
  );
