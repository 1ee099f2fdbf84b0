import type { Database } from '../../server/backend/database/database.ts';
import { book, call, coupon } from './bookings.ts';
import { anon, holderOf, justProved, service, signUp, type Person } from './cast.ts';
import { bystander } from './permission-cells.ts';
import type { Role } from './permission-roles.ts';
import { expectedPhoto } from './storage-cells.ts';

const inSession = (person: Person, sessionId: string): Person => {
  const claims = { ...person.identity.claims, session_id: sessionId };
  return { ...person, identity: { ...person.identity, claims } };
};

/** A person for every role, with a row in every table and bucket. */
export async function gatherCast(database: Database) {
  const { pool } = database;
  await pool.query(`insert into auth.users (id, email) values ($1, 'bystander@example.com')`, [
    bystander,
  ]);
  await call(pool, 'set_info_email', 'info@example.com');
  const owner = await signUp(pool, 'owner@example.com');
  const stranger = await signUp(pool, 'stranger@example.com');
  const info = await signUp(pool, 'info@example.com');
  const boss = await signUp(pool, 'boss@example.com', { admin: true });
  const member = await signUp(pool, 'member@example.com');
  await pool.query('insert into public.crew_members (user_id, crew) values ($1, 1)', [member.id]);
  const careful = await signUp(pool, 'careful@example.com', { admin: true });
  await pool.query(
    `insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'x')`,
    [careful.id],
  );
  const guestBooking = await book(pool, { customer_email: 'guest@example.com' });
  const ownBooking = await book(pool, { ...coupon, user_id: owner.id });
  await book(pool, { user_id: stranger.id });
  await fillTheRest(database, ownBooking);
  const people: Record<Role, Person> = {
    guest: anon,
    holder: holderOf(guestBooking),
    owner: justProved(owner.person),
    stranger: justProved(stranger.person),
    info: justProved(info.person),
    member: justProved(member.person),
    unproven: justProved(careful.person),
    ended: inSession(justProved(boss.person), bystander),
    administrator: justProved(boss.person),
    proven: justProved(careful.person, { aal: 'aal2' }),
    service,
  };
  return { people, guestBooking, ownBooking };
}

async function fillTheRest({ pool }: Database, ownBooking: string) {
  await call(pool, 'release_booking', ownBooking, 2000, 2000, 'test');
  await pool.query(
    `update public.bookings set status = 'confirmed', cancelled_at = null where id = $1`,
    [ownBooking],
  );
  await pool.query(`
    insert into public.slot_claims (during, booking_id, service_name)
      select private.span_of(b), id, service_name from public.bookings b where id = '${ownBooking}';
    insert into public.coupon_redemptions (booking_id, code, email) values ('${ownBooking}', 'A', 'a@example.com');
    insert into public.slot_claims (during, reason) values ('[2030-06-03 13:00Z,2030-06-03 21:00Z)', 'Holiday');
    insert into public.stripe_events (id, type) values ('evt_1', 'x');
    insert into storage.objects (bucket_id, name) values
      ('reviews', 'public/1_car.jpg'), ('reviews', 'public/2_car.jpg'), ('gallery', '1_car.jpg'), ('gallery', '2_car.jpg'),
      ('bookings', '00000000-0000-4000-8000-0000000000f1'), ('bookings', '00000000-0000-4000-8000-0000000000f2');
    insert into public.booking_photos (id, booking_id, place) values
      ('00000000-0000-4000-8000-0000000000f1', '${ownBooking}', 1),
      ('00000000-0000-4000-8000-0000000000f2', '${ownBooking}', 2), ('${expectedPhoto}', '${ownBooking}', 3);
    insert into public.reviews (customer_name, rating, is_approved, booking_id, photo_url) values
      ('Bo', 5, true, '${ownBooking}', '/storage/v1/object/public/reviews/public/1_car.jpg'), ('Cy', 1, false, null, null);
    insert into public.gallery_photos (image_url) values ('/storage/v1/object/public/gallery/1_car.jpg');
    insert into public.inquiries (name, email, subject, message) values ('Di', 'di@example.com', 'Hi', 'Hello');`);
}
