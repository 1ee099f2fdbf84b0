/** The SQLSTATE of a missing privilege. */
export const refused = '42501';

const groupOf = {
  guest: 'guests',
  holder: 'guests',
  owner: 'customers',
  stranger: 'customers',
  info: 'customers',
  member: 'customers',
  unproven: 'customers',
  ended: 'customers',
  administrator: 'administrators',
  proven: 'administrators',
  service: 'server',
} as const;

/**
 * The roles. `holder` is a guest with a booking id; `owner` is the customer of another booking and `stranger` of a
 * third; `info` signs in with the info address without being an administrator; `member` works for the crew of every
 * booking; `unproven` is an administrator with a second factor who has not proved it, and `proven` one who has;
 * `ended` is an administrator who signed out, and a thief of that token.
 */
export type Role = keyof typeof groupOf;
type Group = (typeof groupOf)[Role];

export const roles = Object.keys(groupOf) as Role[];

/** The result for a role: a number of rows, a function's answer, or a refusal. */
export type Outcome = number | string | boolean | null;
export type Cells = Record<Role, Outcome>;
export type Named = Partial<Record<Role | Group | 'visitors', Outcome>>;

/**
 * The cells of one action. A role overrides its group; the group `visitors` is everyone but the server; roles
 * without a cell are refused.
 */
export const cells = (named: Named = {}): Cells =>
  Object.fromEntries(roles.map((role) => [role, outcomeFor(role, named)])) as Cells;

function outcomeFor(role: Role, named: Named): Outcome {
  const nameable = [role, groupOf[role], ...(role === 'service' ? [] : (['visitors'] as const))];
  const name = nameable.find((one) => one in named);
  return name === undefined ? refused : (named[name] ?? null);
}
