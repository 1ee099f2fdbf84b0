import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '@/components/ui/button.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { TextInput } from '@/components/ui/text-input.tsx';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { useNewFeed } from '../use-feeds.ts';
import { FreshAddress } from './fresh-address.tsx';

type Fields = { label: string };

/** Names a new address and shows it, this once. */
export function NewFeed() {
  const [fresh, setFresh] = useState<{ label: string; token: string } | null>(null);
  const creation = useNewFeed();
  const { register, handleSubmit, reset, formState } = useForm<Fields>({
    defaultValues: { label: '' },
  });
  const create = handleSubmit(async ({ label }) => {
    setFresh(null);
    const made = await creation.mutateAsync(label).catch(() => null);
    if (!made) return;
    setFresh({ label: label.trim(), token: made.token });
    reset();
  });
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => void create(event)}
        className="flex flex-wrap items-start gap-4 max-sm:flex-col max-sm:items-stretch"
      >
        <Field label="Name" required error={formState.errors.label?.message} className="flex-1">
          {(control) => (
            <TextInput
              {...control}
              {...register('label', {
                validate: (label) =>
                  label.trim() !== '' || 'Please enter a name, for example “My phone”.',
                maxLength: { value: 60, message: 'The name can have up to 60 characters.' },
              })}
              placeholder="My phone"
              autoComplete="off"
            />
          )}
        </Field>
        <Button type="submit" busy={creation.isPending} className="sm:mt-7">
          Create address
        </Button>
      </form>
      {creation.isError && (
        <Notice tone="danger" role="alert" className="mt-6" title="The address was not created.">
          <p>{failureSentence(creation.error)}</p>
        </Notice>
      )}
      {fresh && <FreshAddress {...fresh} />}
    </>
  );
}
