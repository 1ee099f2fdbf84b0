/** The SQLSTATE of a missing privilege. */
export const refused = '42501';

const groupOf = {
  guest: 'guests',
  holder: 'guests',
  owner: 'customers',
  stranger: 'customers',
  info: 'customers',
  unproven: 'customers',
  ended: 'customers',
  administrator: 'administrators',
  proven: 'administrators',
  service: 'server',
} as const;

/**
 * Who asks. `holder` is a guest who names a booking by its id; `owner` is the customer of another one and
 * `stranger` of a third; `info` signs in with the info address without being an administrator; `unproven`
 * is an administrator with a second factor who has not shown it, and `proven` the same who has; `ended` is
 * an administrator who signed out, and whoever found the token.
 */
export type Role = keyof typeof groupOf;
type Group = (typeof groupOf)[Role];

export const roles = Object.keys(groupOf) as Role[];

/** What somebody gets: how many rows, what a function answers, or what refuses it. */
export type Outcome = number | string | boolean | null;
export type Cells = Record<Role, Outcome>;
export type Named = Partial<Record<Role | Group | 'visitors', Outcome>>;

/**
 * The cells of one action. A role overrules its group, and a group `visitors`, who are all but the server;
 * whoever is not named at all is refused.
 */
export const cells = (named: Named = {}): Cells =>
  Object.fromEntries(roles.map((role) => [role, outcomeFor(role, named)])) as Cells;

function outcomeFor(role: Role, named: Named): Outcome {
  const nameable = [role, groupOf[role], ...(role === 'service' ? [] : (['visitors'] as const))];
  const name = nameable.find((one) => one in named);
  return name === undefined ? refused : (named[name] ?? null);
}
