import { hostedDeps } from '../_shared/http/hosted-deps.ts';
import { stripeWebhookHandler } from './handler.ts';

export default { fetch: stripeWebhookHandler(hostedDeps()) };
