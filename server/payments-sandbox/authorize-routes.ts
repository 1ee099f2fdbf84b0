import { Hono, type Context } from 'hono';
import { isRefusal } from '../../supabase/functions/_shared/payments/provider.ts';
import { authorizePage, authorizePolicy, missingPage } from './authorize-page.ts';
import { authorizationOf, decide, type Step } from './attempts.ts';

type AuthorizeOptions = {
  /** Runs the work on a payment intent in one transaction. */
  run: <T>(intentId: string, work: (step: Step) => Promise<T>) => Promise<T>;
  onChange: () => void;
};

/** The page that plays an instalment provider's own: shows a payment and sends the customer back. */
export function authorizeRoutes({ run, onChange }: AuthorizeOptions): Hono {
  const routes = new Hono();
  const answer = async (c: Context, work: () => Promise<Response>) => {
    c.header('cache-control', 'no-store');
    c.header('content-security-policy', authorizePolicy);
    c.header('x-robots-tag', 'noindex, nofollow');
    try {
      return await work();
    } catch (error) {
      if (isRefusal(error, 'refused')) return c.html(missingPage(), 404);
      throw error;
    }
  };

  routes.get('/:id/:method', (c) =>
    answer(c, async () => {
      const { id, method } = c.req.param();
      const payment = await run(id, ({ intent }) =>
        Promise.resolve(authorizationOf(intent, method)),
      );
      return payment.returnTo === null
        ? c.html(authorizePage(payment))
        : c.redirect(payment.returnTo);
    }),
  );
  routes.post('/:id/:method', (c) =>
    answer(c, async () => {
      const { id, method } = c.req.param();
      const { decision } = await c.req.parseBody();
      const decided = decision === 'approve' ? 'approve' : 'decline';
      const returnTo = await run(id, (step) => decide(step, method, decided));
      onChange();
      return c.redirect(returnTo, 303);
    }),
  );
  return routes;
}
