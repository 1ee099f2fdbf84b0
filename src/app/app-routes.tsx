import { Routes } from '@/lib/router.tsx';
import { paths } from '@/config/paths.ts';
import { lateScreen } from '@/lib/late.ts';
import { Layout } from './layout.tsx';
import Home from './routes/home.tsx';

// Home is what most visits begin with, so it comes with the shell; even the list of the others comes later.
const Screens = lateScreen(() => import('./screens.tsx'));

export function AppRoutes() {
  return (
    <Layout>
      <Routes screens={{ [paths.home]: <Home />, '*': <Screens /> }} />
    </Layout>
  );
}
