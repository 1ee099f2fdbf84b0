import { createHash } from 'node:crypto';
import { html } from 'hono/html';
import { formatCents } from '../../domain/money/money.ts';
import { plainPage } from '../plain-page.ts';
import style from './authorize.css?raw';
import type { Authorization } from './attempts.ts';

const styleHash = createHash('sha256').update(style).digest('base64');

/** This style sheet, and a form that posts back here. */
export const authorizePolicy =
  `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'self'; ` +
  "frame-ancestors 'none'";

export const authorizePage = ({ provider, amountCents, description }: Authorization) =>
  page(
    `Pay with ${provider} (sandbox)`,
    html`<p class="sandbox">Sandbox: no real payment is made.</p>
      <h1>Pay ${formatCents(amountCents)} with ${provider}</h1>
      <p>
        ${provider}’s own page would ask for your details here. In the sandbox, you choose the
        result.
      </p>
      <dl>
        <dt>For</dt>
        <dd>${description}</dd>
        <dt>Amount</dt>
        <dd>${formatCents(amountCents)}</dd>
      </dl>
      <form method="post">
        <button name="decision" value="approve">Approve payment</button>
        <button name="decision" value="decline" class="quiet">Decline payment</button>
      </form>`,
  );

export const missingPage = () =>
  page(
    'Payment not found',
    html`<h1>Payment not found</h1>
      <p>This address doesn’t belong to a payment. Go back to checkout and start again.</p>
      <p><a href="/">Back to Home</a></p>`,
  );

const page = (title: string, body: unknown) => plainPage(title, style, body);
