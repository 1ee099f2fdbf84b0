import { hostedDeps } from '../_shared/http/hosted-deps.ts';
import { textWebhookHandler } from './handler.ts';

export default { fetch: textWebhookHandler(hostedDeps()) };
