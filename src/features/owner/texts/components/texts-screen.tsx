import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'wouter';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Section } from '@/components/section.tsx';
import { Lever } from '@/components/ui/lever.tsx';
import { Notice, Problem } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { adminBookingPath } from '@/config/admin-paths.ts';
import { appConfig } from '@/config/env.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import type { AnswerOf } from '@contracts/contract.ts';
import type { textsToday } from '@contracts/texts.ts';
import { formatPhone } from '@domain/contact/format-phone.ts';
import { textKinds } from '@domain/contact/text-wordings.ts';
import { textSettingsQuery, textsTodayQuery, type TextSettings } from '../api/text-settings.ts';
import { textKindWords } from '../text-kinds.ts';
import { useTextSettings } from '../use-text-settings.ts';
import { TextKindCard } from './text-kind-card.tsx';
import { TextSettingsForm } from './text-settings-form.tsx';

/** Which text messages customers get, when, and how many. */
export default function TextsScreen() {
  return (
    <Page
      title="Text messages"
      heading="Text messages"
      lead="Text customers who agreed to it, in addition to the emails. Each customer can reply STOP to end them."
    >
      <Texts />
    </Page>
  );
}

function Texts() {
  const query = useQuery(textSettingsQuery);
  if (query.data) return <Settings settings={query.data} />;
  return (
    <NotLoaded
      query={query}
      loading="Loading your text messages"
      failed="Could not load your text messages."
    />
  );
}

/** Says so when no texts reach a phone from here. */
function Service() {
  if (appConfig.texts === 'none') {
    return (
      <Notice tone="danger" className="mt-5" title="No SMS service is set up.">
        <p>No texts are sent until the server has the settings of one (TWILIO_…).</p>
      </Notice>
    );
  }
  if (appConfig.texts !== 'sandbox') return null;
  return (
    <Notice className="mt-5" title="No SMS service is set up.">
      <p>
        Texts don’t reach a phone. They are shown in the{' '}
        <a href="/mailbox" className="underline underline-offset-4">
          mailbox
        </a>
        .
      </p>
    </Notice>
  );
}

function Settings({ settings }: { settings: TextSettings }) {
  const headingId = useId();
  const save = useTextSettings();
  const { data: today } = useQuery(textsTodayQuery);
  const isFull = today !== undefined && today.segments_today >= settings.segments_a_day;
  return (
    <div className="max-w-4xl xl:max-w-none">
      <section aria-labelledby={headingId} className="border-y border-hairline py-7">
        <div className="flex items-start justify-between gap-6">
          <div className="min-w-0">
            <h2 id={headingId} className="heading-3">
              Send text messages
            </h2>
            <p className="mt-1.5 max-w-xl text-ink-soft">
              {settings.is_on
                ? 'Customers are asked for their consent when they book, and in My Bookings.'
                : 'Customers aren’t asked for their consent and get no texts.'}
            </p>
            {today && settings.is_on && (
              <p className="mt-1.5 text-ink-soft">
                {today.segments_today} of {settings.segments_a_day} segments sent today.
              </p>
            )}
          </div>
          <Lever
            labelledBy={headingId}
            isOn={settings.is_on}
            busy={save.isPending}
            onTurn={() =>
              save.mutate({
                change: { is_on: !settings.is_on },
                done: `Text messages are ${settings.is_on ? 'switched off' : 'switched on'}.`,
              })
            }
          />
        </div>
        <Problem className="mt-5" title="Not saved">
          {save.error && failureSentence(save.error)}
        </Problem>
        <Service />
        {isFull && settings.is_on && (
          <Notice tone="danger" className="mt-5" title="Today’s limit is reached.">
            <p>Texts wait until tomorrow morning. Those that can’t wait aren’t sent.</p>
          </Notice>
        )}
      </section>
      <FailedTexts failed={today?.failed ?? []} />
      <ul aria-label="Kinds of text messages" className="xl:grid xl:grid-cols-2 xl:gap-x-14">
        {textKinds.map((kind) => (
          <li key={kind} className="border-b border-hairline">
            <TextKindCard kind={kind} kinds={settings.kinds} />
          </li>
        ))}
      </ul>
      <TextSettingsForm settings={settings} />
    </div>
  );
}

type FailedTextsProps = { failed: AnswerOf<typeof textsToday>['failed'] };

/** The text messages of two weeks that reached nobody. */
function FailedTexts({ failed }: FailedTextsProps) {
  if (failed.length === 0) return null;
  return (
    <Section
      heading={
        failed.length === 1
          ? 'One text message was not delivered'
          : `${failed.length} text messages were not delivered`
      }
      headingClassName="font-semibold"
      className="mt-7 border-l-4 border-danger bg-danger-wash p-5"
    >
      <ul className="mt-1">
        {failed.map(({ id, phone, kind, booking_id: bookingId }) => {
          const words = (
            <>
              <span className="font-semibold">{formatPhone(phone)}</span>
              <span>{textKindWords[kind].label}</span>
            </>
          );
          const className = 'flex min-h-11 flex-wrap items-center gap-x-2';
          return (
            <li key={id} className="text-sm">
              {bookingId ? (
                <Link
                  to={adminBookingPath(bookingId)}
                  className={`${className} underline underline-offset-4`}
                >
                  {words}
                </Link>
              ) : (
                <p className={className}>{words}</p>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
