import { html } from 'hono/html';
import { plainPage } from '../plain-page.ts';
import style from './mailbox.css?raw';
import type { MailSummary, StoredMail } from './stored-mails.ts';
import type { StoredText } from './stored-texts.ts';

// Everything from an email goes through `html`, which escapes it; only our own style sheet is raw.

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
    html`<h1>Mailbox</h1>
      <p class="note">No mail server is set, so emails are stored here instead of being sent.</p>
      ${reply === 'sent' ? html`<p role="status">Reply sent.</p>` : ''}
      ${reply === 'refused' ? html`<p role="alert">Reply not sent. Please try again.</p>` : ''}
      ${
        mails.length === 0
          ? html`<p>No emails yet.</p>`
          : html`<ul class="mails">
              ${mails.map(
                (mail) =>
                  html`<li>
                    <a href="/mailbox/${encodeURIComponent(mail.id)}">
                      <strong>${mail.subject}</strong>
                      ${time(mail.sentAt)}
                      <span>To ${mail.to}</span>
                    </a>
                  </li>`,
              )}
            </ul>`
      }
      ${textList(texts, canReply)}`,
  );

const textList = (texts: readonly StoredText[], canReply: boolean) =>
  texts.length === 0
    ? ''
    : html`<h2>Text messages</h2>
        <ul class="texts">
          ${texts.map(
            ({ to, text, sentAt }) =>
              html`<li>
                <span>To ${to}</span>
                ${time(sentAt)}
                <p>${text}</p>
                ${canReply && !text.includes('is your code') ? replyForm(to) : ''}
              </li>`,
          )}
        </ul>`;

/** What the customer's phone would send back. */
const replyForm = (phone: string) =>
  html`<form method="post" action="/mailbox/sms/reply">
    <input type="hidden" name="phone" value="${phone}" />
    <label>
      Reply
      <input name="words" value="STOP" required maxlength="300" />
    </label>
    <button>Send reply</button>
  </form>`;

export const mailPage = (mail: StoredMail) =>
  page(
    mail.subject,
    html`<a class="back" href="/mailbox">All emails</a>
      <h1>${mail.subject}</h1>
      <dl>
        <dt>From</dt>
        <dd>${mail.from}</dd>
        <dt>To</dt>
        <dd>${mail.to}</dd>
        ${
          mail.replyTo &&
          html`<dt>Reply to</dt>
            <dd>${mail.replyTo}</dd>`
        }
        <dt>Sent</dt>
        <dd>${time(mail.sentAt)}</dd>
      </dl>
      ${attachmentList(mail)}
      <iframe
        title="The email as the recipient sees it"
        sandbox="${framed}"
        srcdoc="${inFrame(mail)}"
      >
      </iframe>
      <details>
        <summary>Plain text</summary>
        <pre>${mail.text}</pre>
      </details>`,
  );

export const missingPage = () =>
  page(
    'Email not found',
    html`<h1>Email not found</h1>
      <p class="note">It may be stored on another server.</p>
      <a class="back" href="/mailbox">All emails</a>`,
  );

export const closedPage = (sentence: string) =>
  page(
    'Mailbox unavailable',
    html`<h1>Mailbox unavailable</h1>
      <p class="note">${sentence}</p>`,
  );

export const signInPage = (alert?: string) =>
  formPage(
    html`<h1>Sign in to the mailbox</h1>
      ${alert ? html`<p role="alert">${alert}</p>` : ''}
      <form method="post" action="/mailbox/sign-in">
        <label>
          Email
          <input name="email" type="email" autocomplete="username" required autofocus />
        </label>
        <label>
          Password
          <input name="password" type="password" autocomplete="current-password" required />
        </label>
        <button>Sign in</button>
      </form>`,
  );

export const codePage = (alert?: string) =>
  formPage(
    html`<h1>Second factor</h1>
      ${alert ? html`<p role="alert">${alert}</p>` : ''}
      <form method="post" action="/mailbox/sign-in">
        <label>
          Code from your app
          <input name="code" inputmode="numeric" autocomplete="one-time-code" required autofocus />
        </label>
        <button>Continue</button>
      </form>`,
  );

const formPage = (body: unknown) => page('Sign in to the mailbox', body);

// The frame allows no scripts and no forms; a clicked link opens in the whole window.
const framed =
  'allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox';
const framePolicy =
  "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; font-src 'self'";

const inFrame = (mail: StoredMail): string =>
  `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${framePolicy}"><base target="_top">${mail.html}`;

const attachmentList = (mail: StoredMail) =>
  mail.attachments.length === 0
    ? ''
    : html`<h2>Attachments</h2>
        <ul class="files">
          ${mail.attachments.map(
            ({ filename }, index) =>
              html`<li>
                <a href="/mailbox/${encodeURIComponent(mail.id)}/attachments/${index}"
                  >${filename}</a
                >
              </li>`,
          )}
        </ul>`;

const time = (sentAt: string) => html`<time datetime="${sentAt}">${readable(sentAt)}</time>`;

const formatter = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'America/Toronto',
});

function readable(sentAt: string): string {
  const instant = new Date(sentAt);
  return Number.isNaN(instant.getTime()) ? '' : formatter.format(instant);
}

const page = (title: string, body: unknown) => plainPage(title, style, body);
