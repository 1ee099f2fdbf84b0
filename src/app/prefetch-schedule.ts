import { findService, type ServiceId } from '@domain/booking/catalogue.ts';
import { knownBusiness } from '@/lib/business.ts';
import { afterPaint } from '@/lib/after-paint.ts';
import { savesData } from '@/lib/saves-data.ts';
import { Screens } from './late-screens.ts';
import type { EarlyPage } from './prerender/arrival-script.ts';

/**
 * Loads the schedule before it is opened: its scripts, and what its calendar begins with. What fails stays silent, and
 * is loaded again when the schedule is opened. Nothing is loaded ahead for visitors who save data.
 */
export function prefetchSchedule(serviceId: ServiceId) {
  if (savesData()) return;
  afterPaint(() => void load(serviceId).catch(() => undefined));
}

/** The same for a package that was chosen before the app listened: its files load while the app takes over the page. */
export function prefetchEarlyChoice() {
  const card = (window as EarlyPage).earlyPress?.control.closest<HTMLElement>('[data-service]');
  // Only a prerendered page has cards, and brings the business with them: others begin without knowing it.
  if (!card) return;
  const service = findService(knownBusiness(), card.dataset['service'] ?? '');
  if (service && !savesData()) void load(service.id).catch(() => undefined);
}

async function load(serviceId: ServiceId) {
  const [{ queryClient, Schedule }, { prefetch }] = await Promise.all([
    import('./screens.tsx'),
    import('./routes/schedule.tsx'),
    Screens.prefetch(),
  ]);
  await Promise.all([Schedule.prefetch(), prefetch(queryClient, serviceId)]);
}
