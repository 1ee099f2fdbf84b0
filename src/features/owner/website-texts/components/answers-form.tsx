import { useState } from 'react';
import type { OwnAnswer } from '@domain/chat/own-answers.ts';
import { Section } from '@/components/section.tsx';
import { Button } from '@/components/ui/button.tsx';
import { answersIn } from '@/entities/website-text/answers-in.ts';
import type { WebsiteText } from '@/entities/website-text/get-website-text.ts';
import { problemOf } from '../problems.ts';
import { useWebsiteText } from '../use-website-text.ts';
import { AnswerFields } from './answer-fields.tsx';
import { useUnanswered } from '../use-unanswered.ts';
import { TextButtons } from './text-buttons.tsx';
import { UnansweredList } from './unanswered-list.tsx';

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
