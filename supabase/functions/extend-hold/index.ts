import { hostedDeps } from '../_shared/http/hosted-deps.ts';
import { extendHoldHandler } from './handler.ts';

export default { fetch: extendHoldHandler(hostedDeps()) };
