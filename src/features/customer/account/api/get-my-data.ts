import { ownRest } from '@/lib/own-rest.ts';

/** Everything that is kept about the signed-in person. */
export async function getMyData(): Promise<unknown> {
  const rest = await ownRest();
  const answer: { data: unknown } = await rest.rpc('my_data').throwOnError();
  return answer.data;
}
