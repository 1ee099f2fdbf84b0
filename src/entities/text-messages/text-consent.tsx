import { useQuery } from '@tanstack/react-query';
import { textOfferQuery, type AskedIn } from './text-offer.ts';

type TextConsentProps = {
  how: AskedIn;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

/** Asks for consent to text messages, in the words that are kept with it; nothing while none are sent. */
export function TextConsent({ how, checked, onChange }: TextConsentProps) {
  const { data: wording } = useQuery(textOfferQuery(how));
  if (!wording) return null;
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-4 sm:col-span-6">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-1 size-6 shrink-0 accent-lacquer"
      />
      <ConsentWords wording={wording} />
    </label>
  );
}

/** The first sentence says what it is about, the others in small print how. */
function ConsentWords({ wording }: { wording: string }) {
  const end = wording.indexOf('. ') + 1;
  return (
    <span className="min-w-0">
      <span className="block font-semibold">{wording.slice(0, end)}</span>{' '}
      <span className="block text-sm text-ink-soft">{wording.slice(end).trim()}</span>
    </span>
  );
}
