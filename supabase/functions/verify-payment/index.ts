import { hostedDeps } from '../_shared/hosted-deps.ts';
import { verifyPaymentHandler } from './handler.ts';

export default { fetch: verifyPaymentHandler(hostedDeps()) };
