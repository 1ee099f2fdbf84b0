import { pino, stdSerializers, type DestinationStream } from 'pino';
import { currentRequestId } from './request-id.ts';

/** Fields in which databases, their clients and mail servers repeat input. */
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
 * The host's log: one line of JSON for each event, on standard output, with the id of its request. An error keeps its type, code and stack;
 * values of rows and email addresses are left out.
 */
export const hostLog = (level: string, destination?: DestinationStream) =>
  pino(
    {
      level,
      mixin: () => ({ requestId: currentRequestId() }),
      serializers: { err: (error: unknown) => withoutValues(plain(error)) },
    },
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
