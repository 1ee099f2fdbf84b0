import { hostedDeps } from '../_shared/http/hosted-deps.ts';
import { refundBookingHandler } from './handler.ts';

export default { fetch: refundBookingHandler(hostedDeps()) };
