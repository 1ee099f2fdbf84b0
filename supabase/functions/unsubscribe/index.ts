import { hostedDeps } from '../_shared/http/hosted-deps.ts';
import { unsubscribeHandler } from './handler.ts';

export default { fetch: unsubscribeHandler(hostedDeps()) };
