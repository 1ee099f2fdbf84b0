import { hostedDeps } from '../_shared/http/hosted-deps.ts';
import { bookingPhotoHandler } from './handler.ts';

export default { fetch: bookingPhotoHandler(hostedDeps()) };
