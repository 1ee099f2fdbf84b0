import { hostedDeps } from '../_shared/hosted-deps.ts';
import { unsubscribeHandler } from './handler.ts';

export default { fetch: unsubscribeHandler(hostedDeps()) };
