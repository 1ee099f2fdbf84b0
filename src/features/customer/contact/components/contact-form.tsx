import type { ComponentProps } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Inquiry, InquiryInput } from '@domain/contact/inquiry.ts';
import { Button } from '@/components/ui/button.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { TextArea } from '@/components/ui/text-area.tsx';
import { TextInput } from '@/components/ui/text-input.tsx';
import { useTakenOver } from '@/lib/use-taken-over.ts';
import { useInquiryForm } from '../use-inquiry-form.ts';

export function ContactForm() {
  const { form, submit, outcome } = useInquiryForm();
  const isTakenOver = useTakenOver();
  const { isSubmitting, errors } = form.formState;
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <fieldset role="none" disabled={!isTakenOver} className="grid min-w-0 gap-6">
        <div className="grid items-start gap-x-4 gap-y-6 sm:grid-cols-2">
          <Line form={form} name="name" label="Full Name" required autoComplete="name" />
          <Line
            form={form}
            name="email"
            label="Email Address"
            required
            type="email"
            autoComplete="email"
          />
        </div>
        <Line
          form={form}
          name="bookingId"
          label="Booking ID (optional)"
          placeholder="123e4567-e89b-12d3-a456-426614174000"
          hint="You’ll find it in your confirmation email."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="tabular-nums"
        />
        <Line form={form} name="subject" label="Subject" required autoComplete="off" />
        <Field label="Message" required error={errors.message?.message}>
          {(control) => <TextArea {...control} rows={5} {...form.register('message')} />}
        </Field>
        {outcome && (
          <Notice tone={outcome.isSent ? 'success' : 'danger'} title={outcome.title}>
            {outcome.description}
          </Notice>
        )}
        <Button type="submit" busy={isSubmitting} className="justify-self-start max-sm:w-full">
          {isSubmitting ? 'Sending...' : 'Send Inquiry'}
        </Button>
      </fieldset>
    </form>
  );
}

type LineProps = Omit<ComponentProps<'input'>, 'name' | 'form'> & {
  form: UseFormReturn<InquiryInput, unknown, Inquiry>;
  name: keyof InquiryInput;
  label: string;
  hint?: string;
};

function Line({ form, name, label, hint, required = false, ...input }: LineProps) {
  return (
    <Field
      label={label}
      hint={hint}
      required={required}
      error={form.formState.errors[name]?.message}
    >
      {(control) => <TextInput {...control} {...input} {...form.register(name)} />}
    </Field>
  );
}
