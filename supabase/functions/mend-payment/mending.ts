import type { FunctionDeps } from '../_shared/http/deps.ts';
import type { FindingToMend, MendOutcome } from '../../contracts/findings.ts';

/** The context of resolving a finding. */
export type Mending = { deps: FunctionDeps; finding: FindingToMend; adminId: string };

export type Mend = Exclude<MendOutcome, 'already_closed'>;
