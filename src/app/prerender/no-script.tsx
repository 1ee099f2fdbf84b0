import { renderToStaticMarkup } from 'react-dom/server';
import { business } from '@domain/business.ts';

/** What is said first to whoever runs no script: what works here without, and how to book all the same. */
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
