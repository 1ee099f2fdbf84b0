import type { ReactNode } from 'react';
import { RadioCard } from '@/components/ui/radio-card.tsx';

type Known = { label: string; note: string };

type KnownChoiceProps = {
  name: string;
  legend: string;
  known: readonly Known[];
  /** Null for another one than those known. */
  chosen: number | null;
  otherLabel: string;
  onChoose: (index: number | null) => void;
  /** The fields of another one. */
  children: ReactNode;
  /** Whether the fields are shown beside a known one too, because an error belongs to them. */
  isOpen: boolean;
};

/** What a customer had before, each with one press, and the fields of another one. */
export function KnownChoice(props: KnownChoiceProps) {
  const { known, chosen, name } = props;
  return (
    <>
      {known.length > 0 && (
        <fieldset>
          <legend className="mb-2 text-sm font-semibold">{props.legend}</legend>
          <div className="grid gap-3 min-[23rem]:grid-cols-2 lg:grid-cols-1 2xl:grid-cols-2">
            {known.map(({ label, note }, index) => (
              <RadioCard
                key={`${label} ${note}`}
                name={name}
                label={label}
                description={note}
                checked={chosen === index}
                onChange={() => props.onChoose(index)}
              />
            ))}
            <RadioCard
              name={name}
              label={props.otherLabel}
              checked={chosen === null}
              onChange={() => props.onChoose(null)}
            />
          </div>
        </fieldset>
      )}
      {(known.length === 0 || chosen === null || props.isOpen) && props.children}
    </>
  );
}
