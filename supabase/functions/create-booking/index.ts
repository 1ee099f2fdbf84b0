import { hostedDeps } from '../_shared/hosted-deps.ts';
import { createBookingHandler } from './handler.ts';

export default { fetch: createBookingHandler(hostedDeps()) };
