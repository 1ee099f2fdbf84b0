import { hostedDeps } from '../_shared/http/hosted-deps.ts';
import { verifyPaymentHandler } from './handler.ts';

export default { fetch: verifyPaymentHandler(hostedDeps()) };
