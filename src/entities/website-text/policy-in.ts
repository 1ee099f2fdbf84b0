import { defaultPolicies, type PolicyName } from '@domain/texts/policies.ts';

/** The owner's wording of a policy in a stored body, or else the default one. */
export const policyIn = (name: PolicyName, body: unknown): string =>
  typeof body === 'string' ? body : defaultPolicies[name];
