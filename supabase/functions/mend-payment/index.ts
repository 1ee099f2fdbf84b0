import { hostedDeps } from '../_shared/http/hosted-deps.ts';
import { mendPaymentHandler } from './handler.ts';

export default { fetch: mendPaymentHandler(hostedDeps()) };
