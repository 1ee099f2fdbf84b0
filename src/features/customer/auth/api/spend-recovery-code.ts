import { ownRest } from '@/lib/own-rest.ts';

/**
 * Takes the second factor away with a recovery code, for somebody who lost it. Answers whether the
 * code was right; throws too_many_attempts after ten wrong ones in an hour.
 */
export async function spendRecoveryCode(code: string): Promise<boolean> {
  const rest = await ownRest();
  const answer: { data: unknown } = await rest.rpc('use_recovery_code', { code }).throwOnError();
  return answer.data === true;
}
