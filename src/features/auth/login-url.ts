import { paths } from '@/config/paths.ts';

/** Where the links of account mails lead. */
export const loginUrl = () => new URL(paths.login, window.location.origin).href;
