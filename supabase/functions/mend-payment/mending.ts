import type { FunctionDeps } from '../_shared/http/deps.ts';
import type { FindingToMend } from '../_shared/payments/finding-calls.ts';

/** A finding in the hands of an administrator. */
export type Mending = { deps: FunctionDeps; finding: FindingToMend; adminId: string };

/** `refund_due`: the money could not be kept after all, and is on its way back. */
export type Mend = 'mended' | 'accepted' | 'open' | 'refund_due';
