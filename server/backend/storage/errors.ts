import { awayRetrySeconds } from '../database/database-away.ts';

/** The body of every error answer, in the reference server's words. */
type ErrorBody = { statusCode: string; code: string; error: string; message: string };

/**
 * A refusal in the dialect of the reference server: the real status is in the body, while the answer itself is
 * mostly a 400.
 */
export class StorageFailure extends Error {
  readonly body: ErrorBody;
  readonly headers: Record<string, string>;

  constructor(
    statusCode: number,
    { code, error = code, message }: { code: string; error?: string; message: string },
    headers: Record<string, string> = {},
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
  new StorageFailure(400, { code: 'InvalidRequest', message });

export const invalidKey = () =>
  new StorageFailure(400, {
    code: 'InvalidKey',
    message:
      "Invalid key: a name may only have letters from A to Z, digits, spaces and !-_.*'()&$@=;:+,? in it.",
  });

export const invalidToken = (message: string) =>
  new StorageFailure(403, { code: 'AccessDenied', error: 'Unauthorized', message });

export const sessionEnded = () =>
  new StorageFailure(401, {
    code: 'AccessDenied',
    error: 'Unauthorized',
    message: 'You have been logged out. Please log in again.',
  });

export const notAllowed = () =>
  new StorageFailure(403, {
    code: 'AccessDenied',
    error: 'Unauthorized',
    message: "You can't add, change or remove this photo. Please log in with an account that can.",
  });

export const noSuchBucket = () =>
  new StorageFailure(404, {
    code: 'NoSuchBucket',
    error: 'Bucket not found',
    message: 'Bucket not found',
  });

export const noSuchObject = () =>
  new StorageFailure(404, { code: 'NoSuchKey', error: 'not_found', message: 'Object not found' });

export const alreadyExists = () =>
  new StorageFailure(409, {
    code: 'ResourceAlreadyExists',
    error: 'Duplicate',
    message: 'The resource already exists',
  });

// When the rest of a body is not read, the connection cannot carry another request.
export const tooLarge = (message: string) =>
  new StorageFailure(
    413,
    { code: 'EntityTooLarge', error: 'Payload too large', message },
    { connection: 'close' },
  );

export const notAPhoto = (message: string) =>
  new StorageFailure(415, { code: 'InvalidMimeType', error: 'invalid_mime_type', message });

export const tooManyUploads = (seconds: number) =>
  new StorageFailure(
    429,
    {
      code: 'SlowDown',
      message: 'You’ve uploaded too many photos. Please try again later.',
    },
    { 'retry-after': String(seconds) },
  );

export const tooBusy = () =>
  new StorageFailure(
    503,
    {
      code: 'SlowDown',
      message: 'Too many photos are being uploaded right now. Please try again in a moment.',
    },
    { 'retry-after': '10', connection: 'close' },
  );

export const storeAway = () =>
  new StorageFailure(
    503,
    {
      code: 'SlowDown',
      message: 'Photos can’t be loaded or uploaded right now. Please try again in a moment.',
    },
    { 'retry-after': '30' },
  );

export const databaseAway = () =>
  new StorageFailure(
    503,
    {
      code: 'DatabaseTimeout',
      message: 'Our system is unavailable right now. Please try again in a minute.',
    },
    { 'retry-after': String(awayRetrySeconds) },
  );

export const notSupported = (feature: string) =>
  new StorageFailure(409, {
    code: 'NotSupported',
    message: `The feature ${feature} is not enabled for this resource`,
  });

export const unknownRoute = (method: string, path: string) =>
  Response.json(
    { message: `Route ${method}:${path} not found`, error: 'Not Found', statusCode: '404' },
    { status: 404 },
  );

export const unexpected = () =>
  new StorageFailure(500, {
    code: 'InternalError',
    message: 'Something went wrong on our side. Please try again in a moment.',
  });
