import { Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { Spinner } from '@/components/ui/spinner.tsx';
import { paths } from '@/config/paths.ts';
import { Screens } from './late-screens.ts';
import { Layout } from './layout.tsx';
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
