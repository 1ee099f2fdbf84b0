import { hostedDeps } from '../_shared/hosted-deps.ts';
import { previewTemplateHandler } from './handler.ts';

export default { fetch: previewTemplateHandler(hostedDeps()) };
