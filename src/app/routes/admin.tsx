import { lazy } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { paths } from '@/config/paths.ts';
import { AdminNav } from '../admin-nav.tsx';
import { RequireLogin } from '../require-login.tsx';
import NotFound from './not-found.tsx';

const Templates = lazy(() => import('@/features/templates/components/templates-screen.tsx'));

/** The areas of the administrators, each loaded when it is opened. Every one brings its own page. */
export default function Admin() {
  return (
    <RequireLogin adminOnly>
      <AdminNav />
      <Routes>
        <Route index element={<Navigate to={paths.adminTemplates} replace />} />
        <Route path="templates" element={<Templates />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </RequireLogin>
  );
}
