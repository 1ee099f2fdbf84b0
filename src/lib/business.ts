import { createContext, use, useSyncExternalStore } from 'react';
import type { Business } from '@domain/business/business.ts';
import { pageDatum } from './page-data.ts';

/** Under it a page brings the business that it was rendered with. */
export const businessKey = ['business'];

const listeners = new Set<() => void>();
let known = pageDatum(businessKey) as Business | null;

/** Shows the published business on every screen. */
export function setBusiness(business: Business): void {
  known = business;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const current = (): Business | null => known;

/** The business of a page that the host renders, which renders several pages at a time. */
export const BusinessOfPage = createContext<Business | null>(null);

/** The published business; null until it is known. */
export function useKnownBusiness(): Business | null {
  const ofPage = use(BusinessOfPage);
  const inBrowser = useSyncExternalStore(subscribe, current, current);
  return ofPage ?? inBrowser;
}

/** The published business. The app shows no screen before it is known. */
export function useBusiness(): Business {
  return required(useKnownBusiness());
}

/** As {@link useBusiness}, outside of components. */
export const knownBusiness = (): Business => required(known);

function required(business: Business | null): Business {
  if (!business) throw new Error('The business is not known yet');
  return business;
}
