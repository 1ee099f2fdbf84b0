import { Link } from 'react-router';
import type { Dashboard } from '../api/dashboard.ts';
import { needLines } from '../need-lines.ts';

/** What waits for her, each a step away from where it is dealt with. */
export function NeedsList({ day }: { day: Dashboard }) {
  const lines = needLines(day);
  return (
    <section aria-labelledby="needs-you">
      <h2 id="needs-you" className="heading-3">
        Needs you
      </h2>
      {lines.length === 0 && day.needs.mails === 0 && !day.needs.mail_delay ? (
        <p className="mt-3 border-t border-hairline pt-4 text-ink-soft">
          Nothing. Everything that came in is dealt with.
        </p>
      ) : (
        <ul className="mt-3 border-t border-hairline">
          {lines.map(({ key, count, words, to }) => (
            <li key={key} className="border-b border-hairline">
              <Link to={to} className="need-line">
                <span className="need-count">{count}</span>
                <span className="flex-1">{words}</span>
                <span aria-hidden="true">→</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
