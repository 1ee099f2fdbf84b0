/** The embedded database's thread ended, with its work in progress. */
export class EngineLostError extends Error {
  override name = 'EngineLostError';
  readonly code = 'ECONNRESET';
  constructor() {
    super('Connection terminated: the embedded database has stopped');
  }
}

/** A statement exceeded its time limit; in PostgreSQL's words. */
export class StatementTimeoutError extends Error {
  override name = 'StatementTimeoutError';
  readonly severity = 'FATAL';
  readonly code = '57014';
  constructor() {
    super('canceling statement due to statement timeout');
  }
}

/** The thread could not start, for example because its disk is full. */
export class EngineStartError extends Error {
  override name = 'EngineStartError';
  readonly code = 'ECONNREFUSED';
  constructor(reason: string) {
    super(`The embedded database could not start (${reason})`);
  }
}
