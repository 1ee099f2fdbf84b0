import { hostedDeps } from '../_shared/http/hosted-deps.ts';
import { createBookingHandler } from './handler.ts';

export default { fetch: createBookingHandler(hostedDeps()) };
