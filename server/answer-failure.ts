import { awayRetrySeconds, isDatabaseAway } from './backend/database/database-away.ts';

/** The answer to an error of an endpoint without a dialect of its own. */
export function answerFailure(error: unknown): Response {
  const isAway = isDatabaseAway(error);
  const coded = isAway
    ? { code: 'database_away', message: databaseAwaySentence }
    : {
        code: 'internal_error',
        message: 'Something went wrong on our side. Please try again in a moment.',
      };
  return Response.json(
    { error: coded },
    {
      status: isAway ? 503 : 500,
      headers: {
        'cache-control': 'no-store',
        ...(isAway && { 'retry-after': String(awayRetrySeconds) }),
      },
    },
  );
}

const databaseAwaySentence = 'Our system is unavailable right now. Please try again in a minute.';
