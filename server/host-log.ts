import { pino, stdSerializers, type DestinationStream } from 'pino';

/** Where databases, their clients and mail servers repeat what somebody typed. */
const withValues = new Set([
  'detail',
  'details',
  'where',
  'internalQuery',
  'query',
  'parameters',
  'rejected',
  'rejectedErrors',
  'envelope',
]);

const emailAddress = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

/**
 * The log of the host: one line of JSON an event, to the standard output. An error keeps its kind, its code and
 * its place; the values of rows and the addresses of people stay out.
 */
export const hostLog = (level: string, destination?: DestinationStream) =>
  pino(
    { level, serializers: { err: (error: unknown) => withoutValues(plain(error)) } },
    destination,
  );

const plain = (error: unknown): unknown =>
  error instanceof Error ? stdSerializers.err(error) : error;

function withoutValues(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(emailAddress, '…');
  if (Array.isArray(value)) return value.map(withoutValues);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !withValues.has(name))
      .map(([name, inner]) => [name, withoutValues(inner)]),
  );
}
