import { LogoutButton } from '@/components/layout/logout-button.tsx';
import { Logo } from '@/components/layout/logo.tsx';
import CrewScreen from '@/features/owner/crew/components/crew-screen.tsx';
import { addRefusals } from '@/lib/failure-sentence.ts';
import { ownersRefusals } from '@/lib/owners-refusals.ts';
import { useSession } from '@/lib/session.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import { RequireLogin } from '../require-login.tsx';

addRefusals(ownersRefusals);

/** The members' side: one screen under the business's mark. The database decides whose visits it shows. */
export default function Crew() {
  const session = useSession();
  return (
    <RequireLogin>
      <header
        className="on-lacquer flex min-h-14 items-center gap-4 px-5 sm:px-8"
        data-may-cover=""
      >
        <Logo />
        {session.status === 'signed-in' && (
          <LogoutButton signOut={session.signOut} className="nav-link ml-auto" />
        )}
      </header>
      <main id="content" tabIndex={-1} className="flex-1 focus-quiet">
        <ErrorBoundary>
          <CrewScreen />
        </ErrorBoundary>
      </main>
    </RequireLogin>
  );
}
