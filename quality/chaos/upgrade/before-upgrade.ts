import sharp from 'sharp';
import { approveReviews, leaveReview, storePhoto } from '../../../e2e/fixtures/review-api.ts';
import { changeRows, signInByApi } from '../../../e2e/fixtures/session.ts';
import { asPerson, newCustomer } from '../fixtures/accounts.ts';
import { holdToPay, paidBooking, type HeldToPay, type Teller } from '../fixtures/bookings.ts';
import { ask, cancel, move, type Slot } from '../fixtures/clients.ts';
import type { Slots } from '../fixtures/slots.ts';
import type { System } from '../fixtures/system.ts';
import type { Acknowledged } from '../kills/traffic.ts';

export const person = { email: 'keeps@customer.example', password: 'a good secret' };
export const ownWords = 'Until another time';
export const newcomer = { email: 'newcomer@customer.example', password: 'another good secret' };

/** What customers and the owner received from the older server. */
export type OlderUse = {
  seen: Acknowledged[];
  refreshToken: string;
  /** The person's booking, which was moved away from `freed`. */
  movedId: string;
  taken: Slot;
  freed: Slot;
  /** A hold that is about to be paid. */
  held: HeldToPay;
  /** A guest's link from the confirmation email. */
  confirmationLink: string;
  /** From the email to the newcomer, who has not opened it yet. */
  signUpLink: string;
  photo: { address: string; bytes: string };
};

/** Everything people do on the older server; the last booking was paid a moment ago. */
export async function useOlderServer(system: System, slots: Slots): Promise<OlderUse> {
  const origin = system.origin();
  const seen: Acknowledged[] = [];
  const paid = async (slot: Slot, email: string, by: Teller, headers = {}) => {
    const bookingId = await paidBooking(system, { ...slot, email }, headers, by);
    seen.push({ bookingId, email, isPaid: true, isCancelled: false, mayBeCancelled: false });
    return bookingId;
  };
  const taken = slots.take();
  const guestId = await paid(taken, 'guest@customer.example', 'visitor');
  await paid(slots.take(), 'webhook@customer.example', 'webhook');

  const { access_token: token } = await newCustomer(origin, system.mails, person.email);
  const signIn = await signInByApi(origin, person);
  const freed = slots.take();
  const movedId = await paid(freed, person.email, 'visitor', asPerson(token));
  const { status } = await move(origin, token, movedId, slots.take());
  if (status !== 200) throw new Error(`Moving answered ${status}`);

  const cancelled = await paid(slots.take(), 'cancels@customer.example', 'visitor');
  // Otherwise the queued confirmation would be dropped.
  await system.mails.mailTo('cancels@customer.example', () => true);
  await cancel(origin, cancelled);
  Object.assign(seen.at(-1) ?? {}, { isCancelled: true });

  await ownersWork(origin);
  await ask(origin, '/auth/v1/signup', newcomer);
  const toNewcomer = await system.mails.mailTo(newcomer.email, () => true);
  const confirmation = await system.mails.mailTo('guest@customer.example', ({ html }) =>
    html.includes(guestId),
  );
  const photo = await photoOfReview(origin);
  const held = await holdToPay(system, { ...slots.take(), email: 'holds@customer.example' });
  await paid(slots.take(), 'last@customer.example', 'visitor');
  return {
    seen,
    refreshToken: (signIn as { refresh_token?: string }).refresh_token ?? '',
    movedId,
    taken,
    freed,
    held,
    confirmationLink: linkTo(confirmation.html, '/my-bookings'),
    signUpLink: linkTo(toNewcomer.html, 'type=signup'),
    photo,
  };
}

async function ownersWork(origin: string) {
  const owner = await signInByApi(origin);
  await changeRows(origin, owner, {
    method: 'POST',
    path: 'email_templates',
    body: {
      name: 'In our own words',
      subject: ownWords,
      content: '<p>Our own words</p>',
      template_type: 'booking_cancellation',
    },
  });
  await ask(origin, '/rest/v1/inquiries', {
    name: 'Robin Marsh',
    email: 'asks@customer.example',
    subject: 'Before the upgrade',
    message: 'Will you still know me?',
  });
}

async function photoOfReview(origin: string) {
  const grey = { width: 400, height: 300, channels: 3, background: '#7a8a99' } as const;
  const png = await sharp({ create: grey }).png().toBuffer();
  const address = await storePhoto(origin, '1_upgrade.png', png);
  const comment = 'Before the upgrade';
  await leaveReview(origin, { customer_name: 'Robin Marsh', comment, photo_url: address });
  await approveReviews(origin, comment);
  return { address, bytes: await bytesOf(address) };
}

export async function bytesOf(address: string): Promise<string> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer()).toString('base64');
}

function linkTo(html: string, path: string): string {
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, link = '']) => link);
  const found = links.find((link) => link.includes(path));
  if (!found) throw new Error(`No link to ${path} in the mail`);
  return found.replaceAll('&amp;', '&');
}
