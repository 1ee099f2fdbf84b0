import { CopyButton } from '@/components/copy-button.tsx';
import { Button } from '@/components/ui/button.tsx';
import { buttonStyle } from '@/components/ui/button-style.ts';
import type { Inquiry, InquiryMark, InquiryState } from '@contracts/inquiries.ts';
import { replyLink } from '../reply-link.ts';
import { useMark } from '../use-mark.ts';
import { AnswerForm } from './answer-form.tsx';
import { DeleteHeldBack } from './delete-held-back.tsx';

const standing: Record<InquiryState, string> = {
  new: 'Waiting for your answer.',
  answered: 'Answered.',
  closed: 'Closed.',
  held_back: 'Held back, because too many messages came in within an hour.',
};

const others: Record<InquiryState, { state: InquiryMark; label: string }[]> = {
  new: [
    { state: 'answered', label: 'Mark as answered' },
    { state: 'closed', label: 'Close inquiry' },
  ],
  answered: [
    { state: 'closed', label: 'Close inquiry' },
    { state: 'new', label: 'Mark as new' },
  ],
  closed: [
    { state: 'answered', label: 'Mark as answered' },
    { state: 'new', label: 'Mark as new' },
  ],
  held_back: [{ state: 'new', label: 'Release' }],
};

/** Answers an inquiry, here or in the owner's own email program, and says what became of it. */
export function InquiryActions({ inquiry }: { inquiry: Inquiry }) {
  const mark = useMark(inquiry.id);
  const { href, isCut } = replyLink(inquiry);
  return (
    <div className="mt-8 border-t border-hairline pt-6">
      <p role="status" className="font-semibold">
        {standing[inquiry.status]}
      </p>
      {inquiry.status !== 'held_back' && (
        <div className="mt-5">
          <AnswerForm inquiry={inquiry} />
        </div>
      )}
      <div className="mt-6 flex flex-wrap gap-3 max-sm:flex-col">
        {others[inquiry.status].map(({ state, label }) => (
          <Button
            key={state}
            variant="secondary"
            busy={mark.isPending && mark.variables === state}
            onClick={() => mark.mutate(state)}
          >
            {label}
          </Button>
        ))}
        {inquiry.status === 'held_back' && <DeleteHeldBack id={inquiry.id} />}
        <a href={href} className={buttonStyle('secondary')}>
          Reply in your email program
        </a>
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-x-6 text-sm text-ink-soft">
        <p>
          To <span className="break-all">{inquiry.email}</span>
          {isCut && '. The message is too long to quote in full'}
        </p>
        <CopyButton text={inquiry.message} label="the message" />
      </div>
    </div>
  );
}
