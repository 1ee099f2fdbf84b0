import { Hono } from 'hono';

type Health = {
  /** Whether the database answers, and its disk has room. */
  isHealthy: () => Promise<boolean>;
  /** Whether the server was told to stop. */
  isStopping: () => boolean;
};

/**
 * What proxies and monitors ask. `/livez`: the process answers; one that does not is restarted. `/readyz`: it should
 * get requests; a proxy sends them elsewhere otherwise. `/readyz?exclude=database` is for servers that share a database:
 * without it none could serve better than the others. `/healthz`: it can serve, also while it stops.
 */
export function healthRoutes({ isHealthy, isStopping }: Health): Hono {
  const state = async () => ((await isHealthy()) ? 'ok' : 'database unavailable');
  const answer = (status: string) =>
    Response.json({ status }, { status: status === 'ok' ? 200 : 503 });
  return new Hono()
    .get('/livez', () => answer('ok'))
    .get('/readyz', async ({ req }) => {
      if (isStopping()) return answer('stopping');
      return answer(req.query('exclude') === 'database' ? 'ok' : await state());
    })
    .get('/healthz', async () => answer(await state()));
}
