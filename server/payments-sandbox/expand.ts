import type { PoolClient } from 'pg';
import { invalidRequest } from './stripe-failure.ts';
import { findAny, listObjects } from './stored-objects.ts';

const deepest = 4;

/** Replaces ids in the answer with whole objects, along paths like `latest_charge.refunds`. */
export async function expanded<T>(
  client: PoolClient,
  answer: T,
  paths: string[] | undefined,
): Promise<T> {
  const copy = structuredClone(answer);
  for (const path of paths ?? []) {
    const steps = path.split('.');
    if (steps.length > deepest) {
      throw invalidRequest(`You cannot expand more than ${deepest} levels of a property`, {
        param: 'expand',
      });
    }
    await expandAlong(client, copy, steps);
  }
  return copy;
}

async function expandAlong(client: PoolClient, target: unknown, steps: string[]): Promise<void> {
  const [step, ...rest] = steps;
  if (step === undefined) return;
  if (Array.isArray(target)) {
    for (const item of target) await expandAlong(client, item, steps);
    return;
  }
  if (typeof target !== 'object' || target === null) return;
  const holder = target as Record<string, unknown>;
  if (holder['object'] === 'charge' && step === 'refunds') {
    holder[step] ??= await refundsOf(client, String(holder['id']));
  }
  if (!Object.hasOwn(holder, step)) {
    throw invalidRequest(`This property cannot be expanded (${step}).`, { param: 'expand' });
  }
  const id = holder[step];
  if (typeof id === 'string') holder[step] = (await findAny(client, id)) ?? id;
  await expandAlong(client, holder[step], rest);
}

const refundsOf = (client: PoolClient, charge: string) =>
  listObjects(client, 'refund', `/v1/charges/${charge}/refunds`, { limit: 10 }, { charge });
