import { ownRpc } from '@/lib/rpc.ts';

/**
 * Takes the second factor away with a recovery code, for somebody who lost it. Answers whether the
 * code was right; throws too_many_attempts after ten wrong ones in an hour.
 */
export const spendRecoveryCode = (code: string) => ownRpc('use_recovery_code', { code });
