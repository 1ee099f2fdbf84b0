/**
 * The host's advisory locks, for replicas that start together. Those of the schema are in
 * supabase/schemas/020_locks.sql, from 7223911 on.
 */
export const advisoryLocks = {
  migrations: 7_223_901,
  testTemplate: 7_223_902,
  demo: 7_223_903,
  paymentsSandbox: 7_223_904,
  secrets: 7_223_905,
  firstAdministrator: 7_223_906,
  /** Shared by the listening sessions of all running servers. */
  serving: 7_223_907,
} as const;
