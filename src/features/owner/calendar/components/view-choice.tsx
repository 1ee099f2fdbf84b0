import type { View } from '../address-state.ts';

const labels: Record<View, string> = { day: 'Day', week: 'Week', month: 'Month', list: 'List' };

export function ViewChoice({ view, onChoose }: { view: View; onChoose: (view: View) => void }) {
  return (
    <div role="group" aria-label="View" className="cal-views">
      {(Object.keys(labels) as View[]).map((one) => (
        <button key={one} type="button" aria-pressed={one === view} onClick={() => onChoose(one)}>
          {labels[one]}
        </button>
      ))}
    </div>
  );
}
