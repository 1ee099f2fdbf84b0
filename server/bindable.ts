import { once } from 'node:events';
import { createServer } from 'node:net';
import { ConfigurationError } from './config.ts';

export type Place = { host: string; port: number };

/** The settings that name a place. */
type PlaceNames = { host: 'HOST' | 'METRICS_HOST'; port: 'PORT' | 'METRICS_PORT' };

/** Throws ConfigurationError unless a server can listen there now. */
export async function checkPlace(names: PlaceNames, place: Place) {
  const server = createServer().listen(place.port, place.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw unusablePlace(names, place, error);
  }
  const closed = once(server, 'close');
  server.close();
  await closed;
}

/** What the owner reads when a server can't listen. */
export function unusablePlace(names: PlaceNames, { host, port }: Place, error: unknown) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  return new ConfigurationError(
    code === 'EADDRINUSE'
      ? `${names.port} ${port} is in use by another program`
      : `${names.host} ${host} with ${names.port} ${port} can't be used (${code})`,
  );
}
