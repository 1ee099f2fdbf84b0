import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from '@/app/app.tsx';
import { keepOfflinePage } from '@/app/keep-offline-page.ts';
import { loadOwnersScreens } from '@/app/load-owners-screens.ts';
import { prefetchEarlyChoice } from '@/app/prefetch-schedule.ts';
import { earlyFields } from '@/lib/late.ts';
import './index.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root to render into');

keepOfflinePage();
loadOwnersScreens();
prefetchEarlyChoice();

const app = (
  <StrictMode>
    <App />
  </StrictMode>
);
// A public page stands there already, and is taken over as it is: but for one that the way here changes.
if (root.hasChildNodes() && (!root.dataset['plain'] || isPlainArrival())) hydrateRoot(root, app);
else {
  earlyFields.push(...root.querySelectorAll('input'));
  createRoot(root).render(app);
}

function isPlainArrival(): boolean {
  const step = history.state as { state?: unknown } | null;
  return !location.search && !location.hash && !step?.state;
}
