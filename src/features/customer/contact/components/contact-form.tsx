import { EarlyFields } from '@/components/early-fields.tsx';
import { Button } from '@/components/ui/button.tsx';
import { TextAreaField, TextField } from '@/components/ui/field.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { fieldOf } from '@/lib/field-of.ts';
import { useInquiryForm } from '../use-inquiry-form.ts';

export function ContactForm() {
  const { form, submit, sent } = useInquiryForm();
  const field = fieldOf(form);
  const { isSubmitting } = form.formState;
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <EarlyFields className="grid min-w-0 gap-6">
        <div className="grid items-start gap-x-4 gap-y-6 sm:grid-cols-2">
          <TextField label="Full Name" required autoComplete="name" {...field('name')} />
          <TextField
            label="Email Address"
            required
            type="email"
            autoComplete="email"
            {...field('email')}
          />
        </div>
        <TextField
          label="Booking ID (optional)"
          placeholder="123e4567-e89b-12d3-a456-426614174000"
          hint="Your booking number is enough. It’s in your confirmation email."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          controlClassName="tabular-nums"
          {...field('bookingId')}
        />
        <TextField label="Subject" required autoComplete="off" {...field('subject')} />
        <TextAreaField label="Message" required rows={5} {...field('message')} />
        {sent && (
          <Notice tone="success" title={sent.title}>
            {sent.description}
          </Notice>
        )}
        <Button type="submit" busy={isSubmitting} className="justify-self-start max-sm:w-full">
          {isSubmitting ? 'Sending...' : 'Send Inquiry'}
        </Button>
      </EarlyFields>
    </form>
  );
}
