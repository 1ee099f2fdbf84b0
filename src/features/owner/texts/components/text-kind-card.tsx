import { useId } from 'react';
import { visibleServices } from '@domain/booking/catalogue.ts';
import { segmentsOf } from '@domain/contact/text-segments.ts';
import { textOf, type TextKind } from '@domain/contact/text-wordings.ts';
import { localToday } from '@domain/time/local-day.ts';
import { Lever } from '@/components/ui/lever.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import { useBusiness } from '@/lib/business.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { useNow } from '@/lib/use-now.ts';
import { textKindWords } from '../text-kinds.ts';
import { useTextSettings } from '../use-text-settings.ts';

type TextKindCardProps = { kind: TextKind; kinds: readonly string[] };

/** One kind of text message: its switch, and what it says. */
export function TextKindCard({ kind, kinds }: TextKindCardProps) {
  const headingId = useId();
  const save = useTextSettings();
  const sample = useSample(kind);
  const { label, description } = textKindWords[kind];
  const isOn = kinds.includes(kind);
  const segments = segmentsOf(sample);
  return (
    <section aria-labelledby={headingId} className="py-7">
      <div className="flex items-start justify-between gap-6">
        <div className="min-w-0">
          <h2 id={headingId} className="heading-3">
            {label}
          </h2>
          <p className="mt-1.5 max-w-xl text-ink-soft">{description}</p>
        </div>
        <Lever
          labelledBy={headingId}
          isOn={isOn}
          busy={save.isPending}
          onTurn={() =>
            save.mutate({
              change: { kinds: isOn ? kinds.filter((one) => one !== kind) : [...kinds, kind] },
              done: `“${label}” is ${isOn ? 'switched off' : 'switched on'}.`,
            })
          }
        />
      </div>
      <figure className="mt-4 max-w-xl">
        <blockquote className="rounded-badge bg-ivory px-4 py-3 wrap-anywhere">
          {sample.replace(/x{22,}/, '…')}
        </blockquote>
        <figcaption className="mt-1.5 text-sm text-ink-soft">
          Example: {sample.length} characters,{' '}
          {segments === 1 ? 'one segment' : `${segments} segments`}
        </figcaption>
      </figure>
      <Problem className="mt-5" title="Not saved">
        {save.error && failureSentence(save.error)}
      </Problem>
    </section>
  );
}

const paths: Partial<Record<TextKind, string>> = {
  on_my_way: `/visit/${'x'.repeat(22)}`,
  rain_day: `/rain?token=${'x'.repeat(64)}`,
  offer: `/schedule?offer=${'x'.repeat(64)}`,
};

/** What this kind says about a visit at 9:00 AM today, with links as long as real ones. */
function useSample(kind: TextKind): string {
  const business = useBusiness();
  const path = paths[kind];
  return textOf(kind, {
    businessName: business.facts.name,
    businessPhone: business.facts.phone,
    serviceName: visibleServices(business)[0]?.name ?? 'wash',
    date: localToday(useNow()),
    time: '09:00',
    link: path && window.location.origin + path,
    ...(kind === 'on_my_way' && { arrival: 'around 9:10 AM' }),
  });
}
