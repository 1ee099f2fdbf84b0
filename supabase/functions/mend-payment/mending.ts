import type { FunctionDeps } from '../_shared/http/deps.ts';
import type { FindingToMend, MendOutcome } from '../../contracts/findings.ts';

/** The context of resolving a finding. `isProven`: the administrator has a fresh proof. */
export type Mending = {
  deps: FunctionDeps;
  finding: FindingToMend;
  adminId: string;
  isProven: boolean;
};

export type Mend = Exclude<MendOutcome, 'already_closed'>;
