import { awayRetrySeconds } from '../database/database-away.ts';

type More = {
  /** The error's name, if it differs from the code. */
  error?: string;
  headers?: Record<string, string>;
};

/**
 * A refusal in the dialect of the reference server, in its words: the real status is in the body, while the answer
 * itself is mostly a 400.
 */
export class StorageFailure extends Error {
  readonly body: { statusCode: string; code: string; error: string; message: string };
  readonly headers: Record<string, string>;

  constructor(
    statusCode: number,
    code: string,
    message: string,
    { error = code, headers = {} }: More = {},
  ) {
    super(message);
    this.body = { statusCode: String(statusCode), code, error, message };
    this.headers = headers;
  }

  toResponse(): Response {
    const statusCode = Number(this.body.statusCode);
    const status = statusCode === 429 || statusCode >= 500 ? statusCode : 400;
    return Response.json(this.body, { status, headers: this.headers });
  }
}

export const invalidRequest = (message: string) =>
  new StorageFailure(400, 'InvalidRequest', message);

export const invalidKey = () =>
  new StorageFailure(
    400,
    'InvalidKey',
    "Invalid key: a name may only have letters from A to Z, digits, spaces and !-_.*'()&$@=;:+,? in it.",
  );

const denied = (statusCode: number, message: string) =>
  new StorageFailure(statusCode, 'AccessDenied', message, { error: 'Unauthorized' });

export const invalidToken = (message: string) => denied(403, message);

export const sessionEnded = () => denied(401, 'You have been signed out. Please sign in again.');

export const notAllowed = () =>
  denied(
    403,
    "You can't add, change or remove this photo. Please sign in with an account that can.",
  );

export const noSuchBucket = () =>
  new StorageFailure(404, 'NoSuchBucket', 'Bucket not found', { error: 'Bucket not found' });

export const noSuchObject = () =>
  new StorageFailure(404, 'NoSuchKey', 'Object not found', { error: 'not_found' });

export const alreadyExists = () =>
  new StorageFailure(409, 'ResourceAlreadyExists', 'The resource already exists', {
    error: 'Duplicate',
  });

// When the rest of a body is not read, the connection cannot carry another request.
export const tooLarge = (message: string) =>
  new StorageFailure(413, 'EntityTooLarge', message, {
    error: 'Payload too large',
    headers: { connection: 'close' },
  });

export const notAPhoto = (message: string) =>
  new StorageFailure(415, 'InvalidMimeType', message, { error: 'invalid_mime_type' });

const later = (statusCode: 429 | 503, seconds: number, message: string, code = 'SlowDown') =>
  new StorageFailure(statusCode, code, message, { headers: { 'retry-after': String(seconds) } });

export const tooManyUploads = (seconds: number) =>
  later(429, seconds, 'You’ve uploaded too many photos. Please try again later.');

export const tooBusy = () =>
  new StorageFailure(
    503,
    'SlowDown',
    'Too many photos are being uploaded right now. Please try again in a moment.',
    { headers: { 'retry-after': '10', connection: 'close' } },
  );

export const storeAway = () =>
  later(503, 30, 'Photos can’t be loaded or uploaded right now. Please try again in a moment.');

export const databaseAway = () =>
  later(
    503,
    awayRetrySeconds,
    'Our system is unavailable right now. Please try again in a minute.',
    'DatabaseTimeout',
  );

export const notSupported = (feature: string) =>
  new StorageFailure(
    409,
    'NotSupported',
    `The feature ${feature} is not enabled for this resource`,
  );

export const unknownRoute = (method: string, path: string) =>
  Response.json(
    { message: `Route ${method}:${path} not found`, error: 'Not Found', statusCode: '404' },
    { status: 404 },
  );

export const unexpected = () =>
  new StorageFailure(
    500,
    'InternalError',
    'Something went wrong on our side. Please try again in a moment.',
  );
