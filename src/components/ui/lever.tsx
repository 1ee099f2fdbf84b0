import './lever.css';

type LeverProps = {
  /** The id of the heading that names it. */
  labelledBy: string;
  isOn: boolean;
  busy?: boolean;
  onTurn: () => void;
};

/** Switches something on or off at once. */
export const Lever = ({ labelledBy, isOn, busy = false, onTurn }: LeverProps) => (
  <button
    type="button"
    role="switch"
    aria-checked={isOn}
    aria-labelledby={labelledBy}
    aria-busy={busy || undefined}
    className="lever"
    onClick={() => !busy && onTurn()}
  >
    <span aria-hidden="true">{isOn ? 'On' : 'Off'}</span>
  </button>
);
