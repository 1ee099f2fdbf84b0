import { hostedDeps } from '../_shared/hosted-deps.ts';
import { takePhoneBookingHandler } from './handler.ts';

export default { fetch: takePhoneBookingHandler(hostedDeps()) };
