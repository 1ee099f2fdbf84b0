import { business, type InstalmentProvider } from '@domain/business.ts';
import { instalmentLogos } from './instalment-logo-paths.ts';

type InstalmentLogosProps = { providers?: readonly InstalmentProvider[]; className?: string };

/** The instalment providers by their logos; one whose logo may not be drawn here has its name alone. */
export function InstalmentLogos(props: InstalmentLogosProps) {
  const { providers = business.instalmentProviders, className = '' } = props;
  if (providers.length === 0) return null;
  return (
    <ul
      aria-label="Instalment providers"
      className={`flex flex-wrap items-center gap-x-8 gap-y-4 ${className}`}
    >
      {providers.map(({ method, name }) => (
        <li key={method} className="flex items-center gap-2.5 text-xl font-semibold tracking-tight">
          <InstalmentLogo method={method} className="size-7" />
          {name}
        </li>
      ))}
    </ul>
  );
}

/** Nothing where there is no logo. The name stands beside it. */
export function InstalmentLogo({ method, className = '' }: { method: string; className?: string }) {
  const path = instalmentLogos[method];
  if (!path) return null;
  return (
    <svg
      viewBox="0 0 24 24"
      fill="currentColor"
      aria-hidden="true"
      className={`flex-none ${className}`}
    >
      <path d={path} />
    </svg>
  );
}
