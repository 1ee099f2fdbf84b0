import { hostedDeps } from '../_shared/http/hosted-deps.ts';
import { createPaymentIntentHandler } from './handler.ts';

export default { fetch: createPaymentIntentHandler(hostedDeps()) };
