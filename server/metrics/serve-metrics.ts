import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { unusablePlace, type Place } from '../bindable.ts';
import type { Metrics } from './metrics.ts';

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
    throw unusablePlace({ host: 'METRICS_HOST', port: 'METRICS_PORT' }, { host, port }, error);
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
