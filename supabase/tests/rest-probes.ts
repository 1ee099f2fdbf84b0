/** A request to the data interface, below /rest/v1. */
export type Probe = { method: string; path: string; body?: object; prefer?: string };

const get = (path: string): Probe => ({ method: 'GET', path });

/** Every way to select a column, or to learn its value from an answer. */
export const readingProbes = (table: string, column: string, shown: string): Probe[] => [
  get(`/${table}?select=${column}`),
  get(`/${table}?select=${shown},${column}&limit=0`),
  get(`/${table}?select=${shown}&${column}=is.null`),
  get(`/${table}?select=${shown}&${column}=in.()`),
  get(`/${table}?select=${shown}&or=(${shown}.is.null,${column}.is.null)`),
  get(`/${table}?select=${shown}&and=(${column}.is.null,${shown}.is.null)`),
  get(`/${table}?select=${shown}&order=${column}`),
  get(`/${table}?select=${shown}&order=${shown}.asc,${column}.desc`),
  { ...get(`/${table}?select=${shown}&${column}=is.null`), prefer: 'count=exact' },
  { ...get(`/${table}?select=${shown}&${column}=is.null`), prefer: 'count=planned' },
  { ...get(`/${table}?select=${shown}&${column}=is.null`), method: 'HEAD', prefer: 'count=exact' },
  { method: 'DELETE', path: `/${table}?${column}=is.null` },
];

/** Every way to change a row by a column, or to return the column after a change. */
export const changingProbes = (
  table: string,
  column: string,
  { shown, change }: { shown: string; change: object },
): Probe[] => [
  { method: 'PATCH', path: `/${table}?${column}=is.null`, body: change },
  {
    method: 'PATCH',
    path: `/${table}?select=${column}&${shown}=is.null`,
    body: change,
    prefer: 'return=representation',
  },
];

/** Every way to write a column of an existing row. */
export const updatingProbes = (table: string, column: string, shown: string): Probe[] => [
  { method: 'PATCH', path: `/${table}?${shown}=is.null`, body: { [column]: null } },
];

/** Every way to write a column of a new row. */
export const insertingProbes = (table: string, column: string): Probe[] => [
  { method: 'POST', path: `/${table}`, body: { [column]: null } },
];

/** The same by unsupported features. */
export const unsupportedProbes = (table: string, column: string): Probe[] => [
  get(`/${table}?select=it:${column}`),
  get(`/${table}?select=${column}::text`),
  get(`/${table}?${column}=not.is.null`),
  get(`/${table}?${column}=like.a*`),
  get(`/${table}?order=${column}.desc.nullslast`),
  {
    method: 'POST',
    path: `/${table}`,
    body: { [column]: null },
    prefer: 'resolution=merge-duplicates',
  },
];

/** From readable tables to forbidden ones, along foreign keys. */
export const embeddingProbes: readonly Probe[] = [
  '/bookings?select=id,payments(*)',
  '/bookings?select=id,payments(id,refunds(id))',
  '/bookings?select=id,mail_outbox(to_email)',
  '/bookings?select=id,coupon_redemptions(email)',
  '/bookings?select=id,slot_claims(during)',
  '/bookings?select=id,reviews(id)',
  '/bookings?select=id,reviews!inner(rating)&reviews.rating=eq.5',
  '/reviews?select=id,bookings(id)',
  '/reviews?select=id,bookings!inner(id)&bookings.customer_name=like.*',
  '/slot_claims?select=during,bookings(customer_name)',
].map(get);
