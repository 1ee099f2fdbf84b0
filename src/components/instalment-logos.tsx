import { fixedTerms, type InstalmentProvider } from '@domain/business/fixed-terms.ts';

type InstalmentLogosProps = { providers?: readonly InstalmentProvider[]; className?: string };

/** The instalment providers by their logos; one whose logo may not be drawn here has its name alone. */
export function InstalmentLogos(props: InstalmentLogosProps) {
  const { providers = fixedTerms.instalmentProviders, className = '' } = props;
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

/**
 * Logos of instalment providers by the payment method, in a box of 24 by 24. From Simple Icons
 * 16.37.0 (https://simpleicons.org, CC0 1.0); the marks belong to their owners. Affirm's is not among them.
 */
const instalmentLogos: Readonly<Record<string, string>> = {
  afterpay_clearpay:
    'M12 0C5.373 0 0 5.373 0 12c0 6.628 5.373 12 12 12 6.628 0 12-5.372 12-12 0-6.627-5.372-12-12-12Zm1.236 4.924a2.21 2.21 0 0 1 1.15.299l4.457 2.557c1.495.857 1.495 3.013 0 3.87l-4.457 2.558c-1.488.854-3.342-.22-3.342-1.935v-.34a.441.441 0 0 0-.66-.383L6.287 13.9a.441.441 0 0 0 0 .765l4.096 2.35a.44.44 0 0 0 .661-.382v-.685c0-.333.36-.542.649-.376l1.041.597a.441.441 0 0 1 .222.383v.29c0 1.715-1.854 2.789-3.342 1.935L5.157 16.22c-1.495-.857-1.495-3.013 0-3.87l4.457-2.558c1.488-.854 3.342.22 3.342 1.935v.34c0 .34.366.551.66.383l4.097-2.35a.441.441 0 0 0 0-.765l-4.096-2.351a.441.441 0 0 0-.661.382v.685c0 .333-.36.541-.649.375l-1.041-.597a.442.442 0 0 1-.222-.383v-.29c0-1.285 1.043-2.21 2.192-2.233z',
  klarna:
    'M4.592 2v20H0V2h4.592zm11.46 0c0 4.194-1.583 8.105-4.415 11.068l-.278.283L17.702 22h-5.668l-6.893-9.4 1.779-1.332c2.858-2.14 4.535-5.378 4.637-8.924L11.562 2h4.49zM21.5 17a2.5 2.5 0 110 5 2.5 2.5 0 010-5z',
};
