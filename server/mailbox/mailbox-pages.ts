import { html } from 'hono/html';
import { plainPage } from '../plain-page.ts';
import style from './mailbox.css?raw';
import type { MailSummary, StoredMail, StoredText } from './stored-messages.ts';

// Everything from an email goes through `html`, which escapes it; only our own style sheet is raw.

const page = (title: string, body: unknown) =>
  plainPage(
    title,
    style,
    html`<h1>${title}</h1>
      ${body}`,
  );

type Listed = {
  mails: readonly MailSummary[];
  texts: readonly StoredText[];
  canReply: boolean;
  /** What became of the reply that was just written: sent or refused. */
  reply: string | undefined;
};

export const listPage = ({ mails, texts, canReply, reply }: Listed) =>
  page(
    'Mailbox',
    html`<p>No mail server is set, so emails are stored here instead of being sent.</p>
      ${reply === 'sent' && html`<p role="status">Reply sent.</p>`}
      ${reply === 'refused' && html`<p role="alert">Reply not sent. Please try again.</p>`}
      ${mails.length === 0 && html`<p>No emails yet.</p>`}
      <ul class="mails">
        ${mails.map(
          ({ id, subject, to, sentAt }) =>
            html`<li>
              <a href="/mailbox/${encodeURIComponent(id)}"><strong>${subject}</strong></a>
              <span>To ${to}, ${time(sentAt)}</span>
            </li>`,
        )}
      </ul>
      ${texts.length > 0 && html`<h2>Text messages</h2>`}
      <ul class="texts">
        ${texts.map(
          ({ to, text, sentAt }) =>
            html`<li>
              <span>To ${to}, ${time(sentAt)}</span>
              <p>${text}</p>
              ${canReply && !text.includes('is your code') && replyForm(to)}
            </li>`,
        )}
      </ul>`,
  );

/** What the customer's phone would send back. */
const replyForm = (phone: string) =>
  html`<form method="post" action="/mailbox/sms/reply">
    <input type="hidden" name="phone" value="${phone}" />
    <label>Reply <input name="words" value="STOP" required maxlength="300" /></label>
    <button>Send reply</button>
  </form>`;

export const mailPage = ({ id, attachments, ...mail }: StoredMail) =>
  page(
    mail.subject,
    html`<p>From ${mail.from} to ${mail.to}, ${time(mail.sentAt)}</p>
      ${mail.replyTo && html`<p>Reply to ${mail.replyTo}</p>`}
      ${attachments.map(({ filename }) => html`<p>Attached: ${filename}</p>`)}
      <iframe
        title="The email as the recipient sees it"
        sandbox="allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox"
        srcdoc="${frameHead}${mail.html}"
      ></iframe>
      <details>
        <summary>Plain text</summary>
        <pre>${mail.text}</pre>
      </details>
      <p><a href="/mailbox/${encodeURIComponent(id)}.eml">Source, with attachments</a></p>
      <p><a href="/mailbox">All emails</a></p>`,
  );

// The frame allows no scripts and no forms; a clicked link opens in the whole window.
const frameHead =
  `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" ` +
  `content="default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; font-src 'self'"><base target="_top">`;

export const missingPage = () =>
  page(
    'Email not found',
    html`<p>It may be stored on another server.</p>
      <p><a href="/mailbox">All emails</a></p>`,
  );

export const closedPage = (sentence: string) =>
  page('Mailbox unavailable', html`<p>${sentence}</p>`);

export const signInPage = (alert?: string) =>
  page(
    'Sign in to the mailbox',
    html`${alert && html`<p role="alert">${alert}</p>`}
      <form method="post" action="/mailbox/sign-in">
        <label>Email <input name="email" type="email" autocomplete="username" required /></label>
        <label>
          Password
          <input name="password" type="password" autocomplete="current-password" required />
        </label>
        <label>
          Code from your app, if you use one
          <input name="code" inputmode="numeric" autocomplete="one-time-code" />
        </label>
        <button>Sign in</button>
      </form>`,
  );

const formatter = new Intl.DateTimeFormat('en-CA', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'America/Toronto',
});

function time(sentAt: string | Date) {
  const instant = new Date(sentAt);
  return Number.isNaN(instant.getTime()) ? '' : formatter.format(instant);
}
