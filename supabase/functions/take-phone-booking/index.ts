import { hostedDeps } from '../_shared/http/hosted-deps.ts';
import { takePhoneBookingHandler } from './handler.ts';

export default { fetch: takePhoneBookingHandler(hostedDeps()) };
