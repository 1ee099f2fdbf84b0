import { z } from 'zod';
import { pickedTime } from '../../contracts/picked-time.ts';
import type { FunctionDeps, FunctionHandler } from '../_shared/http/deps.ts';
import { answer, jsonFunction } from '../_shared/http/http.ts';

const timeoutMs = 5_000;
const provider = 'https://api.calendly.com';

/** The address of an event, as the page's message names it. Only its id is used. */
export const pickedTimeRequest = z.object({
  event: z
    .string()
    .max(200)
    .regex(/^https:\/\/api\.calendly\.com\/scheduled_events\/[\w-]{8,64}$/),
});

const scheduledEvent = z.object({
  resource: z.object({ status: z.string(), start_time: z.iso.datetime({ offset: true }) }),
});

/**
 * When the event starts that a customer has just made on the external scheduling page. The caller gets nothing else of
 * it. Without a token, and when the provider does not answer, the customer is asked for the time instead.
 */
export const pickedTimeHandler = (deps: FunctionDeps): FunctionHandler =>
  jsonFunction(deps.log, pickedTimeRequest, async ({ event }) =>
    answer(pickedTime, { startsAt: await startOf(event, deps) }),
  );

async function startOf(
  event: string,
  { schedulingToken, log }: FunctionDeps,
): Promise<string | null> {
  if (!schedulingToken) return null;
  try {
    const response = await fetch(`${provider}${new URL(event).pathname}`, {
      headers: { authorization: `Bearer ${schedulingToken}` },
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    if (!response.ok) throw new Error(`The provider answered ${response.status}`);
    const { resource } = scheduledEvent.parse(await response.json());
    return resource.status === 'active' ? new Date(resource.start_time).toISOString() : null;
  } catch (error) {
    log.warn({ err: error }, 'The event of the scheduling page could not be read');
    return null;
  }
}
