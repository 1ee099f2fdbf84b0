import { hostedDeps } from '../_shared/hosted-deps.ts';
import { sendTestMailHandler } from './handler.ts';

export default { fetch: sendTestMailHandler(hostedDeps()) };
