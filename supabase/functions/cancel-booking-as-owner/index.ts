import { hostedDeps } from '../_shared/hosted-deps.ts';
import { cancelBookingAsOwnerHandler } from './handler.ts';

export default { fetch: cancelBookingAsOwnerHandler(hostedDeps()) };
