import { alreadyExists, notAllowed, sessionEnded } from './errors.ts';

/** What a refusal of the database means to whoever asked; anything else stays as it is. */
export function storageFailureFrom(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (error.code === 'PT401') return sessionEnded();
  if (error.code === '42501') return notAllowed();
  if (error.code === '23505') return alreadyExists();
  return error;
}
