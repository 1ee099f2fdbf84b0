/** What the host tells the app about itself. Nothing in here is secret. */
export type AppConfig = {
  /** Public key that every call to the backend carries. */
  anonKey: string;
  /** Origin of the backend; empty means the origin the app was served from. */
  backendUrl: string;
  payments: 'sandbox' | 'stripe';
  /** The provider's key for browsers. */
  paymentsPublishableKey: string;
  /** Service id, or `default`, to the external page where its time is picked. */
  schedulingPages: Record<string, string>;
  /** Whether sent mail can be read on /mailbox. */
  mailbox: boolean;
  /** What sends text messages to customers: an SMS service, or /mailbox shows them; absent if the host doesn't know. */
  texts?: 'service' | 'sandbox' | 'none';
  /** A MapLibre style for the owner's route; only documents of the owner and the crews have it. */
  mapStyleUrl?: string;
  /** Whether the host tells of changes as they happen; else the screens ask again by themselves. */
  live?: boolean;
};

const defaults: AppConfig = {
  anonKey: '',
  backendUrl: '',
  payments: 'sandbox',
  paymentsPublishableKey: '',
  schedulingPages: {},
  mailbox: false,
};

function fromBuild(): Partial<AppConfig> {
  const env = import.meta.env as Record<string, string | undefined>;
  const config: Partial<AppConfig> = {};
  if (env['VITE_ANON_KEY']) config.anonKey = env['VITE_ANON_KEY'];
  if (env['VITE_BACKEND_URL']) config.backendUrl = env['VITE_BACKEND_URL'];
  if (env['VITE_STRIPE_PUBLISHABLE_KEY']) {
    config.payments = 'stripe';
    config.paymentsPublishableKey = env['VITE_STRIPE_PUBLISHABLE_KEY'];
  }
  return config;
}

/** The serving host writes its settings into the page, so that one build runs anywhere. */
function fromPage(): Partial<AppConfig> {
  if (typeof document === 'undefined') return {};
  const element = document.getElementById('app-config');
  return element?.textContent ? (JSON.parse(element.textContent) as Partial<AppConfig>) : {};
}

export const appConfig: AppConfig = { ...defaults, ...fromBuild(), ...fromPage() };
