import { Button } from '@/components/ui/button.tsx';
import { formatShortDay } from '@/lib/days.ts';
import type { UnansweredQuestion } from '@contracts/unanswered-questions.ts';

type UnansweredListProps = {
  questions: readonly UnansweredQuestion[];
  onAnswer: (question: UnansweredQuestion) => void;
  onDelete: (question: UnansweredQuestion) => void;
};

/** What visitors asked and the chat could not answer. */
export function UnansweredList({ questions, onAnswer, onDelete }: UnansweredListProps) {
  if (questions.length === 0) return null;
  return (
    <div className="mt-6">
      <h3 className="font-semibold">Questions without an answer</h3>
      <ul aria-label="Questions without an answer" className="mt-2 border-t border-hairline">
        {questions.map((question) => (
          <li
            key={question.id}
            className="flex flex-wrap items-center gap-3 border-b border-hairline py-3"
          >
            <p className="min-w-48 flex-1 wrap-anywhere">
              {question.words}
              <span className="block text-sm text-ink-soft">
                {question.asked === 1 ? 'Asked once' : `Asked ${question.asked} times`}, last on{' '}
                {formatShortDay(question.last_day)}
              </span>
            </p>
            <Button
              variant="secondary"
              aria-label={`Answer this: ${question.words}`}
              onClick={() => onAnswer(question)}
            >
              Answer this
            </Button>
            <Button
              variant="ghost"
              aria-label={`Delete: ${question.words}`}
              onClick={() => onDelete(question)}
            >
              Delete
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
