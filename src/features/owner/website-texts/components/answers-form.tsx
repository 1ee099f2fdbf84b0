import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Section } from '@/components/section.tsx';
import { Button } from '@/components/ui/button.tsx';
import { TextAreaField, TextField } from '@/components/ui/field.tsx';
import { answersIn } from '@/entities/website-text/answers-in.ts';
import type { WebsiteText } from '@/entities/website-text/get-website-text.ts';
import { formatShortDay } from '@/lib/days.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { toast } from '@/lib/toast.ts';
import type { UnansweredQuestion } from '@contracts/unanswered-questions.ts';
import type { OwnAnswer } from '@domain/chat/own-answers.ts';
import { deleteUnanswered, unansweredQuery } from '../api/unanswered-questions.ts';
import { problemOf } from '../problems.ts';
import { useWebsiteText } from '../use-website-text.ts';
import { TextButtons } from './text-buttons.tsx';

const mostAnswers = 100;

type AnswersFormProps = { stored: WebsiteText; onChanged: (isChanged: boolean) => void };

/** The owner's answers of the chat. */
export function AnswersForm({ stored, onChanged }: AnswersFormProps) {
  const [answers, setAnswers] = useState(() => answersIn(stored.body));
  const [isChecked, setIsChecked] = useState(false);
  const save = useWebsiteText('chat_answers', stored);
  const unanswered = useUnanswered();
  // Their answers are begun, and not saved yet.
  const [begun, setBegun] = useState<readonly string[]>([]);

  function change(next: readonly OwnAnswer[]) {
    setAnswers(next);
    onChanged(true);
  }

  function keep(body: OwnAnswer[] | null) {
    save.mutate(body, {
      onSuccess: (saved) => {
        setAnswers(answersIn(saved.body));
        setIsChecked(false);
        if (begun.length > 0) unanswered.remove(begun);
        setBegun([]);
        onChanged(false);
      },
    });
  }

  return (
    <Section heading="Chat answers" className="border-t border-hairline pt-8">
      <p className="mt-2 max-w-3xl text-ink-soft">
        The chat gives these answers in your words. It answers questions about prices, hours, your
        area, payment and bookings from your settings. Other questions go to the contact form.
      </p>
      <UnansweredList
        questions={unanswered.questions.filter(({ id }) => !begun.includes(id))}
        onAnswer={({ id, words }) => {
          setBegun((before) => [...before, id]);
          change([...answers, { question: words, otherWords: '', answer: '' }]);
        }}
        onDelete={({ id }) => unanswered.remove([id])}
      />
      <form
        noValidate
        className="mt-6 grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          setIsChecked(true);
          if (answers.every(isGood)) keep([...answers]);
        }}
      >
        <ul aria-label="Chat answers" className="border-t border-hairline">
          {answers.map((one, index) => (
            <li key={index} className="border-b border-hairline">
              <AnswerFields
                answer={one}
                isChecked={isChecked}
                onChange={(next) =>
                  change(answers.map((before, at) => (at === index ? next : before)))
                }
                onRemove={() => change(answers.filter((_, at) => at !== index))}
              />
            </li>
          ))}
        </ul>
        {answers.length < mostAnswers && (
          <Button
            variant="secondary"
            className="justify-self-start"
            onClick={() => change([...answers, { question: '', otherWords: '', answer: '' }])}
          >
            Add answer
          </Button>
        )}
        <TextButtons
          what="chat answers"
          save={save}
          onRestore={stored.body === null ? undefined : () => keep(null)}
        />
      </form>
    </Section>
  );
}

const isGood = ({ question, answer }: OwnAnswer): boolean =>
  question.trim() !== '' && problemOf(answer) === undefined;

/** The questions that the chat could not answer; none while they cannot be loaded. */
function useUnanswered() {
  const client = useQueryClient();
  const { data: questions = [] } = useQuery(unansweredQuery);
  const { mutate: remove } = useMutation({
    mutationFn: deleteUnanswered,
    onSuccess: (_, ids) =>
      client.setQueryData(unansweredQuery.queryKey, (known) =>
        known?.filter(({ id }) => !ids.includes(id)),
      ),
    onError: (error) => toast({ title: 'Not deleted', description: failureSentence(error) }),
  });
  return { questions, remove };
}

type UnansweredListProps = {
  questions: readonly UnansweredQuestion[];
  onAnswer: (question: UnansweredQuestion) => void;
  onDelete: (question: UnansweredQuestion) => void;
};

/** What visitors asked and the chat could not answer. */
function UnansweredList({ questions, onAnswer, onDelete }: UnansweredListProps) {
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

type AnswerFieldsProps = {
  answer: OwnAnswer;
  /** Whether to say what is missing. */
  isChecked: boolean;
  onChange: (answer: OwnAnswer) => void;
  onRemove: () => void;
};

/** One answer of the chat; closed it is its question alone. */
function AnswerFields({ answer, isChecked, onChange, onRemove }: AnswerFieldsProps) {
  const { question, otherWords, answer: text } = answer;
  const [wasNew] = useState(question === '');
  const noQuestion = question.trim() === '' ? 'Please enter a question.' : undefined;
  const problem = problemOf(text);
  const isWrong = isChecked && (noQuestion ?? problem) !== undefined;
  return (
    <details open={wasNew || isWrong || undefined}>
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
        {question || 'New answer'}
      </summary>
      <div className="grid gap-5 pt-2 pb-6">
        <TextField
          label="Question"
          required
          maxLength={200}
          value={question}
          error={isChecked ? noQuestion : undefined}
          onChange={(event) => onChange({ ...answer, question: event.target.value })}
        />
        <TextField
          label="Other words for it"
          hint="Words that customers use, separated by spaces."
          maxLength={500}
          value={otherWords}
          onChange={(event) => onChange({ ...answer, otherWords: event.target.value })}
        />
        <TextAreaField
          label="Answer"
          required
          rows={3}
          maxLength={1000}
          value={text}
          error={isChecked ? problem : undefined}
          onChange={(event) => onChange({ ...answer, answer: event.target.value })}
        />
        <Button
          variant="ghost"
          className="justify-self-start px-0"
          aria-label={`Remove answer ${question}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      </div>
    </details>
  );
}
