import { useLive } from './live.ts';

/** Loads the business again at once after a publication, on screens that listen for times anyway. */
export function useLiveBusiness(): void {
  useLive(['business'], () => {
    void import('./load-business.ts').then(
      ({ reloadBusiness }) => reloadBusiness(),
      () => undefined,
    );
  });
}
