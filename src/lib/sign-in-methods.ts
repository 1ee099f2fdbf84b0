import { ownRest } from './own-rest.ts';

/** What signs in to the account of the signed-in person, as sentences. */
export async function listSignInMethods(): Promise<string[]> {
  const rest = await ownRest();
  const answer: { data: unknown } = await rest.rpc('sign_in_methods').throwOnError();
  return answer.data as string[];
}
