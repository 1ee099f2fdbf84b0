import { setClockBy } from '@/lib/clock.ts';

/** Lets an answer of the server say what time it is there. */
export const hearServerTime = (instant: string | number) =>
  setClockBy(new Response(null, { headers: { date: new Date(instant).toUTCString() } }));

/** As after an answer of a server whose clock is this device's. */
export const forgetServerTime = () => hearServerTime(Date.now());
