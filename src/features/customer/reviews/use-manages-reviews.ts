import { business } from '@domain/business.ts';
import { useSession } from '@/lib/session.ts';

/**
 * Whether the person at the screen looks after the reviews in their place: whoever signed in with the
 * info address of the business, administrator or not. It only decides what is shown; the database
 * decides what is allowed.
 */
export function useManagesReviews(): boolean {
  const session = useSession();
  return session.status === 'signed-in' && session.user.email.toLowerCase() === business.infoEmail;
}
