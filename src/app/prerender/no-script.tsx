import { renderToStaticMarkup } from 'react-dom/server';
import { business } from '@domain/business.ts';

/** The notice for browsers without scripts: what works here, and how to book. */
export const noScriptNotice = () =>
  renderToStaticMarkup(
    <noscript>
      <p className="no-script">
        To book, log in or send a message here, please turn on JavaScript. You can also call{' '}
        <a href={business.phoneHref}>{business.phone}</a> or email{' '}
        <a href={`mailto:${business.bookingEmail}`}>{business.bookingEmail}</a>, and we’ll book for
        you.
      </p>
    </noscript>,
  );
