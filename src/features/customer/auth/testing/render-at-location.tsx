import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { Router, Routes } from '@/lib/router.tsx';
import { LoginScreen } from '../components/login-screen.tsx';

/** The login screen at the browser's own address, where the links of mails lead. */
export function renderAtLocation() {
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <Router>
        <Routes screens={{ '/login': <LoginScreen />, '*': null }} />
      </Router>
    </QueryClientProvider>,
  );
}
