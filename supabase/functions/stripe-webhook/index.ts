import { hostedDeps } from '../_shared/http/hosted-deps.ts';
import { paymentWebhookHandler } from './handler.ts';

export default { fetch: paymentWebhookHandler(hostedDeps()) };
