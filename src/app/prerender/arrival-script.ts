import { couponFlagKey } from '@/lib/coupon-flag.ts';

/**
 * Runs before anything is seen: what this browser knows better than a page that is the same for everybody, so that
 * nothing moves when the app takes over. styles/home.css does the rest.
 */
export const arrivalScript = `try {
  if (localStorage.getItem('${couponFlagKey}')) document.documentElement.dataset.coupon = 'used';
} catch {}
`;
