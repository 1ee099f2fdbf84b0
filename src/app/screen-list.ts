import { matchPath } from '@/lib/match-path.ts';
import { adminPaths } from '@/config/admin-paths.ts';
import { offerPaths } from '@/config/offer-paths.ts';
import { paths } from '@/config/paths.ts';

// Every address that has a screen. The router is made of these lists, and the host answers 404 to all others.

/** What anybody may find, and is therefore prerendered. */
const publicPaths = [
  paths.home,
  paths.gallery,
  paths.reviews,
  paths.contact,
  paths.login,
  paths.privacy,
  paths.terms,
  paths.cancellation,
] as const;

/** What belongs to one visitor: a booking under way, an account, the page behind a link of a mail. */
const privatePaths = [
  paths.leaveReview,
  paths.myBookings,
  paths.schedule,
  paths.checkout,
  paths.bookingConfirmation,
  paths.reschedule,
  paths.account,
  offerPaths.rain,
  offerPaths.swap,
  offerPaths.waitingList,
  offerPaths.unsubscribe,
  offerPaths.pay,
  offerPaths.visit,
  offerPaths.carPhotos,
] as const;

/** The administrators' side. */
const adminScreenPaths = Object.values(adminPaths);

export type PublicPath = (typeof publicPaths)[number];
export type PrivatePath = (typeof privatePaths)[number];
export type AdminScreenPath = (typeof adminScreenPaths)[number];

/** The screens that only a browser renders, by who uses them. */
export const privateScreens = {
  visitors: privatePaths,
  owners: [...adminScreenPaths, paths.crew],
};

type Address = { kind: 'public'; path: PublicPath } | { kind: 'private' | 'owners' | 'unknown' };

/** Which screen the router shows at a pathname, as it stands in the address: possibly encoded. */
export function addressOf(pathname: string): Address {
  const isHere = (path: string) => matchPath(path, pathname) !== null;
  const found = publicPaths.find(isHere);
  if (found) return { kind: 'public', path: found };
  if (privateScreens.owners.some(isHere)) return { kind: 'owners' };
  return { kind: privatePaths.some(isHere) ? 'private' : 'unknown' };
}
