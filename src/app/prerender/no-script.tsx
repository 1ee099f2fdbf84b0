import { renderToStaticMarkup } from 'react-dom/server';
import { business } from '@domain/business.ts';

/** What is said first to whoever runs no script: what works here without, and how to book all the same. */
export const noScriptNotice = () =>
  renderToStaticMarkup(
    <noscript>
      <p className="no-script">
        To book a time, to log in and to write to us here, JavaScript has to be switched on. Or call{' '}
        <a href={business.phoneHref}>{business.phone}</a>, or write to{' '}
        <a href={`mailto:${business.bookingEmail}`}>{business.bookingEmail}</a>: we book it for you.
      </p>
    </noscript>,
  );
