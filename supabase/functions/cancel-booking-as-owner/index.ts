import { hostedDeps } from '../_shared/http/hosted-deps.ts';
import { cancelBookingAsOwnerHandler } from './handler.ts';

export default { fetch: cancelBookingAsOwnerHandler(hostedDeps()) };
