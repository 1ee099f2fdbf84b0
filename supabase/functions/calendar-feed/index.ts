import { hostedDeps } from '../_shared/http/hosted-deps.ts';
import { calendarFeedHandler } from './handler.ts';

export default { fetch: calendarFeedHandler(hostedDeps()) };
