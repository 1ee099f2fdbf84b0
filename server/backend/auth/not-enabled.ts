import type { Hono } from 'hono';
import { AuthFailure } from './errors.ts';

type Refusal = readonly [path: string, status: 400 | 401 | 404, code: string, message: string];

/** Ways to sign in that the dialect has and this server does not: refused explicitly. */
const refusals: readonly Refusal[] = [
  ['/sso', 404, 'saml_provider_disabled', 'SAML 2.0 is not enabled'],
  ['/sso/*', 404, 'saml_provider_disabled', 'SAML 2.0 is not enabled'],
  ['/authorize', 400, 'validation_failed', 'Unsupported provider: provider is not enabled'],
  ['/admin/*', 401, 'no_authorization', 'The admin interface is not enabled'],
];

export function refuseWhatIsNotEnabled(routes: Hono) {
  for (const [path, status, code, message] of refusals) {
    routes.all(path, () => {
      throw new AuthFailure(status, code, message);
    });
  }
}
