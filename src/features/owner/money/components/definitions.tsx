import { definitions } from '../definitions.ts';

/** What each figure on the screen means. */
export function Definitions() {
  return (
    <section aria-labelledby="money-meaning" className="mt-16 border-t border-hairline pt-10">
      <h2 id="money-meaning" className="heading-3">
        What the figures mean
      </h2>
      <dl className="money-definitions">
        {Object.values(definitions).map(({ label, meaning }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
