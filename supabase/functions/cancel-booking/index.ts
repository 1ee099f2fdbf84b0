import { hostedDeps } from '../_shared/http/hosted-deps.ts';
import { cancelBookingHandler } from './handler.ts';

export default { fetch: cancelBookingHandler(hostedDeps()) };
