import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { errorOf } from './testing.ts';

export const clientOf = (port: number) =>
  new Stripe('sk_test_emulator', {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
  });

/** The fields of a refusal that must be equal. */
export async function refusal(call: Promise<unknown>) {
  const { type, statusCode, code } = await errorOf(call);
  return { type, statusCode, code };
}

export async function listen(listener: RequestListener): Promise<Server> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

export const portOf = (server: Server) => (server.address() as AddressInfo).port;

export async function freePort(): Promise<number> {
  const server = await listen(() => undefined);
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
