import { useId } from 'react';
import { RadioCard } from '@/components/ui/radio-card.tsx';

type ChoiceProps = {
  name: string;
  /** What the choice is called, on its own; the note and the price describe it. */
  label: string;
  note?: string;
  price?: string;
  checked: boolean;
  onChoose: () => void;
  className?: string;
};

export function Choice({ name, label, note, price, checked, onChoose, className }: ChoiceProps) {
  const id = useId();
  return (
    <RadioCard
      name={name}
      label={<span id={`${id}-label`}>{label}</span>}
      description={note && <span id={`${id}-note`}>{note}</span>}
      aside={price && <span id={`${id}-price`}>{price}</span>}
      aria-labelledby={`${id}-label`}
      aria-describedby={`${price ? `${id}-price ` : ''}${note ? `${id}-note` : ''}`.trim()}
      checked={checked}
      onChange={onChoose}
      className={className}
    />
  );
}
