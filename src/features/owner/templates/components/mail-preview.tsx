import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import type { usePreview } from '../use-preview.ts';
import { PressedChoice } from './pressed-choice.tsx';

type MailPreviewProps = {
  query: ReturnType<typeof usePreview>;
  /** What keeps the mail from being rendered, as a sentence. */
  problem: string | null;
};

type Mail = { subject: string; html: string; darkHtml?: string | undefined };

const widths = { desktop: 'Desktop', phone: 'Phone' } as const;
const schemes = { light: 'Light', dark: 'Dark' } as const;

/** The mail as it arrives, filled with sample values by the server that also sends it. */
export function MailPreview({ query, problem }: MailPreviewProps) {
  const [width, setWidth] = useState<keyof typeof widths>('desktop');
  const [scheme, setScheme] = useState<keyof typeof schemes>('light');
  const [shown, setShown] = useState<Mail | null>(null);
  const { data, isError, error, isFetching, refetch } = query;
  // While a line is half written, the last whole mail stays in view.
  if (data && !data.problem && data.html !== shown?.html) setShown(data);
  else if (data && !data.problem && data.subject !== shown?.subject) setShown(data);

  return (
    <section aria-labelledby="preview-heading" className="min-w-0 lg:sticky lg:top-6">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="preview-heading" className="heading-3">
          Preview
        </h2>
        <div className="flex flex-wrap gap-3">
          <PressedChoice label="Colours" options={schemes} value={scheme} onChange={setScheme} />
          {/* On a phone there is only the one width. */}
          <PressedChoice
            label="Width of the preview"
            options={widths}
            value={width}
            className="max-sm:hidden"
            onChange={setWidth}
          />
        </div>
      </div>
      {isError && (
        <Notice tone="danger" role="alert" className="mb-4" title="Preview unavailable">
          <p>{error.message}</p>
          <Button
            variant="secondary"
            className="mt-4"
            busy={isFetching}
            onClick={() => void refetch()}
          >
            Try again
          </Button>
        </Notice>
      )}
      {problem && (
        <Notice
          tone="danger"
          className="mb-4"
          title="This preview shows the last version that works."
        >
          {problem}
        </Notice>
      )}
      {shown ? (
        <Envelope
          subject={shown.subject}
          html={scheme === 'dark' ? (shown.darkHtml ?? shown.html) : shown.html}
          isPhone={width === 'phone'}
          isStale={problem !== null || isError}
        />
      ) : (
        isFetching && <Spinner label="Loading the preview" className="py-24" />
      )}
    </section>
  );
}

type EnvelopeProps = { subject: string; html: string; isPhone: boolean; isStale: boolean };

function Envelope({ subject, html, isPhone, isStale }: EnvelopeProps) {
  return (
    <div className="border border-hairline bg-ivory">
      <p className="border-b border-hairline px-4 py-3 text-sm">
        <span className="text-ink-soft">Subject: </span>
        <span className="font-semibold">{subject}</span>
      </p>
      <iframe
        title="Email preview"
        sandbox=""
        // A link in a preview leads nowhere: in a window of its own it is not allowed to open.
        srcDoc={`<!doctype html><base target="_blank">${html}`}
        className={`mx-auto block h-[clamp(26rem,68dvh,48rem)] w-full bg-white ${
          isPhone ? 'max-w-[390px] border-x border-hairline' : ''
        } ${isStale ? 'opacity-50' : ''}`}
      />
      <p className="border-t border-hairline px-4 py-3 text-sm text-ink-soft">
        Shown with sample values. Images from other sites appear in the email, but not here.
      </p>
    </div>
  );
}
