/** The database is not one that this version of the product can work with. The message says what to do. */
export class RefusedDatabaseError extends Error {}
