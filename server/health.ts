import { Hono } from 'hono';

type Health = {
  /** Whether the database answers, and its disk has room. */
  isHealthy: () => Promise<boolean>;
  /** Whether the server was told to stop. */
  isStopping: () => boolean;
};

/**
 * What proxies and monitors ask. `/livez`: the process answers; one that does not is restarted. `/readyz`: it should
 * get requests; a proxy sends them elsewhere otherwise. `/healthz`: it can serve, also while it stops.
 */
export function healthRoutes({ isHealthy, isStopping }: Health): Hono {
  const state = async () => ((await isHealthy()) ? 'ok' : 'database unavailable');
  const answer = (status: string) =>
    Response.json({ status }, { status: status === 'ok' ? 200 : 503 });
  return new Hono()
    .get('/livez', () => answer('ok'))
    .get('/readyz', async () => answer(isStopping() ? 'stopping' : await state()))
    .get('/healthz', async () => answer(await state()));
}
