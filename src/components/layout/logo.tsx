import { logoOf } from '@domain/business/facts.ts';
import { useBusiness } from '@/lib/business.ts';

/** The owner's picture; or else a roofline that catches the light, and the name as on a car's badge. */
export function Logo() {
  const { facts } = useBusiness();
  const picture = logoOf(facts);
  if (picture) {
    return (
      <img
        src={picture}
        alt={facts.name}
        className="h-10 w-36 object-contain object-left max-[23rem]:w-28"
      />
    );
  }
  const [firstWord = '', ...otherWords] = facts.name.split(' ');
  return (
    <span className="flex items-center gap-3">
      <LogoMark />
      <span className="leading-none">
        <span className="block text-lg font-bold tracking-[0.14em] uppercase font-wide">
          {firstWord}
        </span>
        <span className="mt-1 block text-[0.6875rem] tracking-[0.12em] text-mist uppercase">
          {otherWords.join(' ')}
        </span>
      </span>
    </span>
  );
}

function LogoMark() {
  return (
    <svg viewBox="0 0 48 40" className="h-9 w-11 flex-none max-[23rem]:hidden" aria-hidden="true">
      <path
        d="M2 31C7 29 11 28 15 25C21 18 27 15 34 15M2 36C16 32 32 31 46 32"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <path
        d="M37 2C37.8 10 40 12.2 48 13C40 13.8 37.8 16 37 24C36.2 16 34 13.8 26 13C34 12.2 36.2 10 37 2Z"
        className="fill-citrine"
      />
    </svg>
  );
}
