import { hostedDeps } from '../_shared/hosted-deps.ts';
import { cancelBookingHandler } from './handler.ts';

export default { fetch: cancelBookingHandler(hostedDeps()) };
