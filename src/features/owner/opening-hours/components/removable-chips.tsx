import { useRef } from 'react';

type RemovableChipsProps = {
  label: string;
  items: readonly { key: string; label: string }[];
  onRemove: (key: string) => void;
  /** In columns of one width: for many words of about one length. */
  inColumns?: boolean;
};

/** Short words that were put together one by one, each with the way to take it away. */
export function RemovableChips({ label, items, onRemove, inColumns = false }: RemovableChipsProps) {
  const list = useRef<HTMLUListElement>(null);
  const remove = (key: string, index: number) => {
    // The focus goes to the neighbour, not to the top of the page.
    const buttons = list.current?.querySelectorAll('button') ?? [];
    (buttons[index + 1] ?? buttons[index - 1])?.focus();
    onRemove(key);
  };
  if (items.length === 0) return null;
  return (
    <ul
      ref={list}
      aria-label={label}
      className={inColumns ? 'chip-columns' : 'flex flex-wrap gap-2'}
    >
      {items.map((item, index) => (
        <li key={item.key}>
          <button
            type="button"
            className="removable-chip"
            aria-label={`Remove ${item.label}`}
            onClick={() => remove(item.key, index)}
          >
            {item.label}
            <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
