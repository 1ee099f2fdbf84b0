import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigurationError } from '../config.ts';
import type { Metrics } from './metrics.ts';

type Place = { host: string; port: number };

/** Answers GET /metrics on a port of its own. Throws ConfigurationError if the address can't be used. */
export async function serveMetrics({ host, port }: Place, { scrape }: Pick<Metrics, 'scrape'>) {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    void scrape().then(({ type, text }) =>
      response.writeHead(200, { 'content-type': type }).end(text),
    );
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new ConfigurationError(
      code === 'EADDRINUSE'
        ? `METRICS_PORT ${port} is in use by another program`
        : `METRICS_HOST ${host} with METRICS_PORT ${port} can't be used (${code})`,
    );
  }
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
