import { useState } from 'react';
import type { OwnAnswer } from '@domain/chat/own-answers.ts';
import { Button } from '@/components/ui/button.tsx';
import { TextAreaField, TextField } from '@/components/ui/field.tsx';
import { problemOf } from '../problems.ts';

type AnswerFieldsProps = {
  answer: OwnAnswer;
  /** Whether to say what is missing. */
  isChecked: boolean;
  onChange: (answer: OwnAnswer) => void;
  onRemove: () => void;
};

/** One answer of the chat; closed it is its question alone. */
export function AnswerFields({ answer, isChecked, onChange, onRemove }: AnswerFieldsProps) {
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
