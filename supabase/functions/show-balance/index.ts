import { hostedDeps } from '../_shared/http/hosted-deps.ts';
import { showBalanceHandler } from './handler.ts';

export default { fetch: showBalanceHandler(hostedDeps()) };
