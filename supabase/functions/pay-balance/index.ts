import { hostedDeps } from '../_shared/http/hosted-deps.ts';
import { payBalanceHandler } from './handler.ts';

export default { fetch: payBalanceHandler(hostedDeps()) };
