type VariableButtonsProps = {
  /** Name and sample value. */
  variables: Readonly<Record<string, string>>;
  target: 'subject' | 'content';
  onInsert: (name: string) => void;
};

/** What this kind of mail may print. Pressing one writes it at the cursor. */
export function VariableButtons({ variables, target, onInsert }: VariableButtonsProps) {
  const names = Object.keys(variables);
  return (
    <details className="group border border-hairline bg-ivory" open>
      <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-4 px-4 py-2 text-sm font-semibold">
        Insert a variable into the {target === 'subject' ? 'subject' : 'email'}
        <span className="font-normal text-ink-soft tabular-nums">{names.length}</span>
      </summary>
      <ul className="grid max-h-60 overflow-y-auto border-t border-hairline sm:grid-cols-2">
        {names.map((name) => (
          <li key={name} className="min-w-0 border-b border-hairline sm:odd:border-r">
            <button
              type="button"
              className="flex min-h-13 w-full flex-col justify-center px-4 py-1.5 text-left hover:bg-citrine-wash focus-visible:-outline-offset-3"
              onClick={() => onInsert(name)}
              // A press must not take the cursor away from where the variable goes.
              onPointerDown={(event) => event.preventDefault()}
            >
              <span className="font-mono text-sm font-semibold">{name}</span>
              <span className="truncate text-sm text-ink-soft">{variables[name]}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
