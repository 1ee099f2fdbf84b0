import {
  Suspense,
  useEffect,
  type ReactNode,
  useDeferredValue,
  startTransition,
  useRef,
  useState,
} from 'react';
import { Route, Switch } from 'wouter';
import { Footer } from '@/components/layout/footer.tsx';
import { Header } from '@/components/layout/header.tsx';
import { SkipLink } from '@/components/layout/skip-link.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { ToastHost } from '@/components/ui/toast-host.tsx';
import { paths } from '@/config/paths.ts';
import { latePart } from '@/lib/late.ts';
import { useLocation, navigate } from '@/lib/location.tsx';
import { matchPath } from '@/lib/match-path.ts';
import { isOldLink } from '@/lib/old-link.ts';
import { ErrorBoundary, Decoration } from './error-boundary.tsx';
import { Screens } from './late-screens.ts';
import { resumeSession } from './resume-session.ts';
import Home from './routes/home.tsx';
import { TellListening } from './tell-listening.tsx';

export function AppRoutes() {
  return (
    <Layout>
      <Switch>
        <Route path={paths.home}>
          <HomeAtOnce />
        </Route>
        <Route>
          <LateScreen />
        </Route>
      </Switch>
    </Layout>
  );
}

/** React takes over what is within a Suspense later, and in small steps. Home's code is there, so it needs none. */
function HomeAtOnce() {
  return (
    <>
      <Home />
      <TellListening part="screen" />
    </>
  );
}

function LateScreen() {
  return (
    <Suspense fallback={<ScreenOnItsWay />}>
      <Screens />
      <TellListening part="screen" />
    </Suspense>
  );
}

/** As high as a screen: what comes must not push the footer away under the visitor's eyes. */
function ScreenOnItsWay() {
  return (
    <div className="min-h-dvh">
      <Spinner className="mx-auto max-w-7xl px-5 py-24 sm:px-8" />
    </div>
  );
}

/** What surrounds every screen: the site's for customers, a shell of its own for the owner and for crews. */
function Layout({ children }: { children: ReactNode }) {
  const { pathname, hash } = useLocation();
  useEffect(resumeSession, []);
  // Nobody is signed in by an address: what it carries is dropped, and the login screen says what to do.
  useEffect(() => {
    if (isOldLink(hash)) navigate(paths.login, { replace: true, state: { isOldLink: true } });
  }, [hash]);
  const isOwners = matchPath(`${paths.admin}/*?`, pathname) !== null;
  return (
    <div className="flex min-h-[calc(100dvh-var(--toast-height)-var(--bar-height,0px))] flex-col">
      <SkipLink />
      {matchPath(paths.crew, pathname) !== null ? (
        <div className="flex flex-1 flex-col">
          <ErrorBoundary>{children}</ErrorBoundary>
        </div>
      ) : isOwners ? (
        <div className="admin-shell">
          <ErrorBoundary>{children}</ErrorBoundary>
        </div>
      ) : (
        <Site pathname={pathname}>{children}</Site>
      )}
      <ToastHost />
      <TellListening part="shell" />
    </div>
  );
}

/** The customers' site. An error in a screen leaves the way out of it standing. */
function Site({ pathname, children }: { pathname: string; children: ReactNode }) {
  return (
    <>
      <Header />
      <main id="content" tabIndex={-1} className="flex-1 focus-quiet">
        <ErrorBoundary key={pathname}>{children}</ErrorBoundary>
      </main>
      <LateReviewStrip />
      <Footer />
      <LateChat />
    </>
  );
}

const Chat = latePart(() => import('@/features/customer/chat/components/chat.tsx'));

/**
 * Fetched once the page stands: nothing that can be chosen there waits for it. Deferred, because React holds back what
 * follows a placeholder, and with it the rest of the page.
 */
function LateChat() {
  const isWanted = useDeferredValue(true, false);
  return (
    <Decoration>
      <Suspense fallback={null}>{isWanted && <Chat />}</Suspense>
    </Decoration>
  );
}

const ReviewStrip = latePart(
  () => import('@/features/customer/reviews/components/review-strip.tsx'),
);

/** The reviews above the footer. They are fetched when a visitor comes near them. */
function LateReviewStrip() {
  const [isNear, setIsNear] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && startTransition(() => setIsNear(true)),
      { rootMargin: '600px' },
    );
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place}>
      {isNear && (
        <Decoration>
          <Suspense fallback={null}>
            <ReviewStrip />
          </Suspense>
        </Decoration>
      )}
    </div>
  );
}
