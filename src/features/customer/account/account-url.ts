import { paths } from '@/config/paths.ts';

/** Where the links lead that confirm a new e-mail address. */
export const accountUrl = () => new URL(paths.account, window.location.origin).href;
