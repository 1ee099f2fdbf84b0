import { Logo } from '@/components/layout/logo.tsx';
import { Section } from '@/components/section.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { paths } from '@/config/paths.ts';
import { UnsentList } from '@/entities/on-device/unsent-list.tsx';
import { UnsentStatus } from '@/entities/on-device/unsent-status.tsx';
import CrewScreen from '@/features/owner/crew/components/crew-screen.tsx';
import { addRefusals } from '@/lib/failure-sentence.ts';
import { keptNames } from '@/lib/on-device/kept-visits-store.ts';
import { useDevice, useKeptAccess } from '@/lib/on-device/use-device.ts';
import { useUnsent } from '@/lib/on-device/use-unsent.ts';
import { ownersRefusals } from '@/lib/owners-refusals.ts';
import { useSession } from '@/lib/session.ts';
import { useHashTarget } from '@/lib/use-hash-target.ts';
import { LogoutOnDevice } from '../admin-way-out.tsx';
import { ErrorBoundary } from '../error-boundary.tsx';
import { RequireLogin } from '../require-login.tsx';

addRefusals(ownersRefusals);

/** The members' side: one screen under the business's mark. The database decides whose visits it shows. */
export default function Crew() {
  const session = useSession();
  useDevice();
  useHashTarget();
  const access = useKeptAccess(keptNames.crew);
  if (access === 'unknown') return <Spinner className="page" />;
  return (
    <RequireLogin isExcused={access === 'yes'}>
      <header className="on-lacquer flex min-h-14 items-center gap-4 px-5 sm:px-8">
        <Logo />
        {session.status === 'signed-in' && (
          <LogoutOnDevice signOut={session.signOut} className="nav-link ml-auto" />
        )}
      </header>
      <UnsentStatus to={`${paths.crew}#to-send`} />
      <main id="content" tabIndex={-1} className="flex-1 focus-quiet">
        <ErrorBoundary>
          <CrewScreen />
          <ToSend />
        </ErrorBoundary>
      </main>
    </RequireLogin>
  );
}

/** What this device has yet to send, also for a member who has left the crew. */
function ToSend() {
  const operations = useUnsent();
  if (operations.length === 0) return null;
  return (
    <div id="to-send" tabIndex={-1} className="page pt-0 focus-quiet">
      <Section heading="To send">
        <p className="mt-2 mb-4 text-ink-soft">
          This device sends these automatically once it’s online.
        </p>
        <UnsentList operations={operations} pathOf={() => paths.crew} />
      </Section>
    </div>
  );
}
