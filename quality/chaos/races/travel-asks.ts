import { randomUUID } from 'node:crypto';
import { asPerson } from '../fixtures/accounts.ts';
import { ask, move, newEmail, requestTime } from '../fixtures/clients.ts';
import type { System } from '../fixtures/system.ts';
import { anyWish, slotOf, type Wish } from './travel-judge.ts';

export type Account = { email: string; token: string };

/** A confirmed booking, and the account that can move it. */
export type Standing = { bookingId: string; wish: Wish; account: Account | null };

/** An answer, and the start that it gave or refused. */
export type Asked = {
  status: number;
  code: string;
  isWon: boolean;
  wish?: Wish;
  bookingId?: string;
  /** The booking that it moves. */
  moves?: Standing;
  isPhone?: boolean;
};

type Day = {
  system: System;
  areas: readonly string[];
  day: string;
  owner: string;
  people: readonly Account[];
  standing: readonly Standing[];
};

const creates = 14;
const calls = 3;
const movesEach = 2;

/** Requests, bookings by phone, and moves of bookings of other days, all for this day. */
export function asksOf(of: Day): (() => Promise<Asked>)[] {
  const { system, areas, day, standing } = of;
  const others = system.chance.shuffled(standing.filter(({ wish }) => wish.day !== day));
  const byCustomer = others.filter(({ account }) => account !== null).slice(0, movesEach);
  const byOwner = others.filter((one) => !byCustomer.includes(one)).slice(0, movesEach);
  return [
    ...Array.from({ length: creates }, () => create(of, anyWish(system, areas, day))),
    ...Array.from({ length: calls }, () => phone(of, anyWish(system, areas, day))),
    ...[...byCustomer, ...byOwner].map((one) => {
      const wish = { ...anyWish(system, areas, day), area: one.wish.area };
      return byCustomer.includes(one) ? moveOwn(of, one, wish) : moveByOwner(of, one, wish);
    }),
  ];
}

const create =
  ({ system }: Day, wish: Wish) =>
  async (): Promise<Asked> => {
    const email = newEmail();
    const postalCode = `${wish.area} 1A1`;
    const { status, code } = await requestTime(system.origin(), {
      ...slotOf(wish),
      email,
      postalCode,
    });
    return { status, code, isWon: status === 201, wish };
  };

const phone =
  ({ system, owner }: Day, wish: Wish) =>
  async (): Promise<Asked> => {
    const bookingId = randomUUID();
    const order = { bookingId, serviceId: 'basic-wash', vehicleType: 'sedan', addOns: [] };
    const customerInfo = {
      ...{ name: 'Wren Hall', email: newEmail(), phone: '905 555 0188', province: 'ON' },
      ...{ address: '12 King Street', city: 'Caledon', postalCode: `${wish.area} 1A1` },
    };
    const car = { carModel: 'Honda Civic', carYear: '2019' };
    const body = { ...order, ...slotOf(wish), ...car, customerInfo };
    const path = '/functions/v1/take-phone-booking';
    const { status, code } = await ask(system.origin(), path, body, asPerson(owner));
    return { status, code, isWon: status === 201, wish, bookingId, isPhone: true };
  };

const moveOwn =
  ({ system }: Day, moves: Standing, wish: Wish) =>
  async (): Promise<Asked> => {
    const token = moves.account?.token ?? '';
    const { status, code } = await move(system.origin(), token, moves.bookingId, slotOf(wish));
    return { status, code, isWon: status === 200, wish, moves };
  };

const moveByOwner =
  ({ system, owner }: Day, moves: Standing, wish: Wish) =>
  async (): Promise<Asked> => {
    const { bookingDate, bookingTime } = slotOf(wish);
    const args = {
      target_booking_id: moves.bookingId,
      new_date: bookingDate,
      new_time: bookingTime,
    };
    const path = '/rest/v1/rpc/move_booking';
    const { status, code } = await ask(system.origin(), path, args, asPerson(owner));
    return { status, code, isWon: status === 200 || status === 204, wish, moves };
  };
