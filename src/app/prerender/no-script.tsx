import { renderToStaticMarkup } from 'react-dom/server';
import type { BusinessFacts } from '@domain/business/business.ts';
import { phoneHref } from '@domain/business/facts.ts';

/** The notice for browsers without scripts: what works here, and how to book. */
export const noScriptNotice = (facts: BusinessFacts) =>
  renderToStaticMarkup(
    <noscript>
      <p className="no-script">
        To book, sign in or send a message here, please turn on JavaScript. You can also call{' '}
        <a href={phoneHref(facts)}>{facts.phone}</a> or email{' '}
        <a href={`mailto:${facts.bookingEmail}`}>{facts.bookingEmail}</a>, and we’ll book for you.
      </p>
    </noscript>,
  );
