import { useForm } from 'react-hook-form';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { TextArea } from '@/components/ui/text-area.tsx';
import { toast } from '@/lib/toast.ts';
import { saveNote } from '../api/change-customer.ts';
import { customersKey, type Customer } from '../api/customer.ts';
import { useAction } from '../use-action.ts';

const longest = 4000;

/** What only the business reads. What was typed stays where it cannot be saved. */
export function CustomerNote({ customer }: { customer: Customer }) {
  const client = useQueryClient();
  const { run, isBusy, problem } = useAction('Note Not Saved');
  const { register, handleSubmit, reset, formState } = useForm({
    defaultValues: { note: customer.note },
  });
  const { errors, isDirty } = formState;

  const save = handleSubmit(async ({ note }) => {
    if (!(await run(() => saveNote(customer.email, note)))) return;
    reset({ note: note.trim() });
    toast({ title: 'Saved', description: 'The note is kept with this customer.' });
    await client.invalidateQueries({ queryKey: customersKey });
  });

  return (
    <form noValidate onSubmit={(event) => void save(event)} className="mt-10 grid max-w-2xl gap-4">
      <Field
        label="Private note"
        hint="Gate codes, dogs, how they take their wax. No customer ever sees it."
        error={errors.note?.message}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={4}
            {...register('note', {
              maxLength: {
                value: longest,
                message: `Please keep the note to at most ${longest} characters.`,
              },
            })}
          />
        )}
      </Field>
      {problem && (
        <Notice tone="danger" title="The note is not saved">
          {problem} What you typed is still here.
        </Notice>
      )}
      <Button
        type="submit"
        variant="secondary"
        busy={isBusy}
        aria-disabled={!isDirty}
        className="justify-self-start max-sm:w-full"
      >
        Save Note
      </Button>
    </form>
  );
}
