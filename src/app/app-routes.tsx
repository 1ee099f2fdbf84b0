import { Routes } from '@/lib/router.tsx';
import { paths } from '@/config/paths.ts';
import { Screens } from './late-screens.ts';
import { Layout } from './layout.tsx';
import Home from './routes/home.tsx';

export function AppRoutes() {
  return (
    <Layout>
      <Routes screens={{ [paths.home]: <Home />, '*': <Screens /> }} />
    </Layout>
  );
}
