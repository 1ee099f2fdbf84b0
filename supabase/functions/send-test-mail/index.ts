import { hostedDeps } from '../_shared/http/hosted-deps.ts';
import { sendTestMailHandler } from './handler.ts';

export default { fetch: sendTestMailHandler(hostedDeps()) };
