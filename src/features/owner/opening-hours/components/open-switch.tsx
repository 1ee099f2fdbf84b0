type OpenSwitchProps = {
  /** What is open or closed. */
  label: string;
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
};

/** Open or closed, in one press. */
export function OpenSwitch({ label, isOpen, onChange }: OpenSwitchProps) {
  return (
    <label className="open-switch">
      <span aria-hidden="true">{isOpen ? 'Open' : 'Closed'}</span>
      <input
        type="checkbox"
        role="switch"
        aria-label={`${label} open`}
        checked={isOpen}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}
