import type { PostgrestClient } from '@supabase/postgrest-js';
import type { ArgumentsOf, Contract, ReturnedBy, SqlFunction } from '@contracts/contract.ts';
import type { Rest } from './backend.ts';
import { ownRest } from './own-rest.ts';

type Options = {
  signal?: AbortSignal;
  /** Asks with GET; for a function that changes nothing. */
  get?: boolean;
};

/**
 * Calls an SQL function once: by its contract when it answers JSON, else by its name. Throws with the code of the
 * refusal as message, or a ZodError when the answer breaks the contract.
 */
export async function rpc<Name extends SqlFunction, Answer = ReturnedBy<Name>>(
  rest: Rest,
  called: Name | Contract<Name, Answer>,
  args: ArgumentsOf<Name>,
  { signal, get = false }: Options = {},
): Promise<Answer> {
  const isNamed = typeof called === 'string';
  // The client's own types cannot follow a name that is a type parameter; the signature has checked both.
  const client: PostgrestClient = rest;
  let call = client.rpc(isNamed ? called : called.name, args, { get }).retry(false);
  if (signal) call = call.abortSignal(signal);
  const answer: { data: Answer } = await call.throwOnError();
  return isNamed ? answer.data : called.shape.parse(answer.data);
}

/** {@link rpc} as the signed-in person. Throws a BackendError, too, when the sign-in has ended. */
export const ownRpc = async <Name extends SqlFunction, Answer = ReturnedBy<Name>>(
  called: Name | Contract<Name, Answer>,
  args: ArgumentsOf<Name>,
  options?: Options,
): Promise<Answer> => rpc(await ownRest(), called, args, options);

/** The answer; null when the database refused with this code. */
export const nullIfRefused = <Answer>(
  code: string,
  answer: Promise<Answer>,
): Promise<Answer | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof Error && error.message === code) return null;
    throw error;
  });
