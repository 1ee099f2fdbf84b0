import type { FunctionDeps } from '../_shared/http/deps.ts';
import type { FindingToMend, MendOutcome } from '../../contracts/findings.ts';

/** A finding in the hands of an administrator. */
export type Mending = { deps: FunctionDeps; finding: FindingToMend; adminId: string };

export type Mend = Exclude<MendOutcome, 'already_closed'>;
