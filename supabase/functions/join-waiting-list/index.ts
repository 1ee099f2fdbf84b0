import { hostedDeps } from '../_shared/http/hosted-deps.ts';
import { joinWaitingListHandler } from './handler.ts';

export default { fetch: joinWaitingListHandler(hostedDeps()) };
