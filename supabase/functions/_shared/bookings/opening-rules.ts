import type { OpeningRules } from '../../../../domain/time/opening-rules.ts';
import { openingRules } from '../../../contracts/opening-rules.ts';
import type { ServiceRest } from '../http/deps.ts';
import { rpc } from '../http/rpc-answer.ts';

/** The current opening rules. */
export const readOpeningRules = (rest: ServiceRest): Promise<OpeningRules> =>
  rpc(rest, openingRules, {});
