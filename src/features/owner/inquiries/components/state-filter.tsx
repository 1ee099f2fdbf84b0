import { type InquiryState, inquiryStates } from '@contracts/inquiries.ts';

const labels: Record<InquiryState, string> = {
  new: 'New',
  answered: 'Answered',
  closed: 'Closed',
  held_back: 'Held back',
};

type StateFilterProps = {
  state: InquiryState;
  /** Not known yet when missing. */
  counts: Record<InquiryState, number> | undefined;
  onChange: (state: InquiryState) => void;
};

/** One of four, each with how many there are. */
export function StateFilter({ state, counts, onChange }: StateFilterProps) {
  return (
    <fieldset className="state-filter">
      <legend className="sr-only">Status</legend>
      <div className="state-choices">
        {inquiryStates.map((one) => (
          <label key={one} className="radio-card state-choice">
            <input
              type="radio"
              name="inquiry-state"
              className="sr-only"
              checked={one === state}
              onChange={() => onChange(one)}
            />
            <span className="font-semibold">{labels[one]}</span>{' '}
            <span className="radio-card-note tabular-nums">{inWords(counts?.[one])}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const inWords = (count: number | undefined) =>
  count === undefined ? '' : count >= 1000 ? '999+' : String(count);
