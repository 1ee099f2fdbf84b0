import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { BrowserRouter, Route, Routes } from 'react-router';
import { LoginScreen } from '../components/login-screen.tsx';

/** The login screen at the browser's own address, where the links of mails lead. */
export function renderAtLocation() {
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <BrowserRouter>
        <Routes>
          <Route path="/login" element={<LoginScreen />} />
          <Route path="*" element={null} />
        </Routes>
      </BrowserRouter>
    </QueryClientProvider>,
  );
}
