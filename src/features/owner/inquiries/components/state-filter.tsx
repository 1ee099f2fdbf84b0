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
    <fieldset className="mb-4 min-w-0 md:mb-8">
      <legend className="sr-only">Status</legend>
      <div className="-m-1 flex gap-1.5 overflow-x-auto p-1 sm:grid sm:max-w-2xl sm:grid-cols-4 sm:gap-2">
        {inquiryStates.map((one) => (
          <label
            key={one}
            className="radio-card flex flex-auto items-baseline justify-between gap-1.5 px-2 whitespace-nowrap max-sm:text-sm sm:px-2.5"
          >
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
