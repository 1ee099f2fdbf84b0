import { pino, stdSerializers, type DestinationStream } from 'pino';

/** Fields in which databases, mail servers, the payment provider and their clients repeat input. */
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
  'response',
  'header',
  'payload',
  'raw',
  'payment_intent',
  'payment_method',
  'setup_intent',
  'charge',
]);

const emailAddress = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

/** A booking's id is its guest's key. */
const uuid = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi;

/** A mail server's answer to one email: its codes stay, its words may name the reader. */
const mailAnswer = /\b([45]\d\d(?:[ -][245]\.\d+\.\d+)?)[ -].*/g;

/**
 * The host's log: one line of JSON for each event, on standard output, with the id of its request if it has one. An error keeps its type, code and stack;
 * values of rows, email addresses, ids and a
 * mail server's words about an email are left out.
 */
export const hostLog = (level: string, destination?: DestinationStream) =>
  pino(
    {
      level,
      serializers: { err: (error: unknown) => withoutValues(plain(error)) },
    },
    destination,
  );

const plain = (error: unknown): unknown =>
  error instanceof Error ? stdSerializers.err(error) : error;

function withoutValues(value: unknown): unknown {
  if (!isAboutMail(value)) return clean(value, withoutNames);
  return clean(value, (text) => withoutNames(text.replace(mailAnswer, '$1 …')));
}

const isAboutMail = (value: unknown): boolean =>
  isRecord(value) && ('responseCode' in value || value['type'] === 'MailRefusedError');

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const withoutNames = (text: string) => text.replace(emailAddress, '…').replace(uuid, '…');

function clean(value: unknown, cleanText: (text: string) => string): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map((one) => clean(one, cleanText));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !withValues.has(name))
      .map(([name, inner]) => [name, clean(inner, cleanText)]),
  );
}
