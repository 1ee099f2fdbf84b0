import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '@/components/ui/button.tsx';
import { TextField } from '@/components/ui/field.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { fieldOf } from '@/lib/field-of.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { useNewFeed } from '../use-feeds.ts';
import { FreshAddress } from './fresh-address.tsx';

type Fields = { label: string };

/** Names a new address and shows it, this once. */
export function NewFeed() {
  const [fresh, setFresh] = useState<{ label: string; token: string } | null>(null);
  const creation = useNewFeed();
  const form = useForm<Fields>({ defaultValues: { label: '' } });
  const create = form.handleSubmit(async ({ label }) => {
    setFresh(null);
    const made = await creation.mutateAsync(label).catch(() => null);
    if (!made) return;
    setFresh({ label: label.trim(), token: made.token });
    form.reset();
  });
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => void create(event)}
        className="flex flex-wrap items-start gap-4 max-sm:flex-col max-sm:items-stretch"
      >
        <TextField
          label="Name"
          required
          className="flex-1"
          {...fieldOf(form)('label', {
            validate: (label) =>
              label.trim() !== '' || 'Please enter a name, for example “My phone”.',
            maxLength: { value: 60, message: 'The name can have up to 60 characters.' },
          })}
          placeholder="My phone"
          autoComplete="off"
        />
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
