import { hostedDeps } from '../_shared/http/hosted-deps.ts';
import { openTimesHandler } from './handler.ts';

export default { fetch: openTimesHandler(hostedDeps()) };
