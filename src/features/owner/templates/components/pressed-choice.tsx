type PressedChoiceProps<Value extends string> = {
  label: string;
  options: Readonly<Record<Value, string>>;
  value: Value;
  className?: string;
  onChange: (value: Value) => void;
};

/** One of a few ways to show or to write the email. */
export function PressedChoice<Value extends string>(props: PressedChoiceProps<Value>) {
  const { label, options, value, className = '', onChange } = props;
  return (
    <div role="group" aria-label={label} className={`flex ${className}`}>
      {(Object.entries(options) as [Value, string][]).map(([name, words]) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === value}
          className="chip pressed-choice rounded-none font-medium not-first:border-l-0"
          onClick={() => onChange(name)}
        >
          {words}
        </button>
      ))}
    </div>
  );
}
