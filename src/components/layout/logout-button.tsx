import { navigate } from '@/lib/location.tsx';
import { paths } from '@/config/paths.ts';
import { toastFailure } from '@/lib/toast.ts';

type LogoutProps = { signOut: () => Promise<void>; className: string; onLeave?: () => void };

/** Signs out and opens Home. */
export function LogoutButton({ signOut, className, onLeave }: LogoutProps) {
  async function leave() {
    onLeave?.();
    try {
      await signOut();
      navigate(paths.home);
    } catch (error) {
      const description = error instanceof Error ? error.message : 'Something went wrong';
      toastFailure('Sign out Failed', description);
    }
  }
  return (
    <button type="button" className={className} onClick={() => void leave()}>
      Logout
    </button>
  );
}
