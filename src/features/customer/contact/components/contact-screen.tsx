import { type ReactNode, useEffect, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { EarlyFields } from '@/components/early-fields.tsx';
import { Button } from '@/components/ui/button.tsx';
import { TextAreaField, TextField } from '@/components/ui/field.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { pageTitles } from '@/config/page-heads.ts';
import { inquiryIn } from '@/entities/inquiry/inquiry-draft.ts';
import { useBusiness } from '@/lib/business.ts';
import { fieldOf } from '@/lib/field-of.ts';
import { formRules } from '@/lib/form-rules.ts';
import { useLocation } from '@/lib/location.tsx';
import { useSession } from '@/lib/session.ts';
import { toast } from '@/lib/toast.ts';
import { phoneHref } from '@domain/business/facts.ts';
import {
  hasMissingFields,
  validateInquiry,
  type Inquiry,
  type InquiryInput,
} from '@domain/contact/inquiry.ts';
import { sendInquiry } from '../api/send-inquiry.ts';

export function ContactScreen() {
  return (
    <Page
      title={pageTitles.contact}
      heading="Contact"
      lead="Ask about a stain, a fleet, a gift or your booking. We’ll get back to you shortly."
    >
      <div className="grid items-start gap-14 lg:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)] lg:gap-20">
        <ContactForm />
        <OtherWays />
      </div>
    </Page>
  );
}

function ContactForm() {
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

/** For those who would rather speak, or write from their own mailbox. */
function OtherWays() {
  const { facts } = useBusiness();
  return (
    <aside
      aria-labelledby="other-ways-heading"
      className="border [border-top-width:3px] border-hairline border-t-citrine bg-ivory p-6 sm:p-10"
    >
      <h2 id="other-ways-heading" className="heading-3">
        Phone and email
      </h2>
      <p className="mt-3 text-ink-soft">
        You’ll reach our detailers directly. If we’re busy with a car, please leave a message.
      </p>
      <address className="mt-8 not-italic">
        <dl>
          <Way label="Phone">
            <a href={phoneHref(facts)} className="contact-link tabular-nums">
              {facts.phone}
            </a>
          </Way>
          <Way label="Bookings">
            <a href={`mailto:${facts.bookingEmail}`} className="contact-link">
              {facts.bookingEmail}
            </a>
          </Way>
          <Way label="Everything else">
            <a href={`mailto:${facts.infoEmail}`} className="contact-link">
              {facts.infoEmail}
            </a>
          </Way>
          <Way label="Service area">
            <span className="block py-2.5">
              {facts.location}
              <span className="block text-base font-normal text-ink-soft">
                Service area: {facts.serviceArea}
              </span>
            </span>
          </Way>
        </dl>
      </address>
    </aside>
  );
}

function Way({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="border-t border-hairline pt-4 pb-2">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="text-lg font-semibold">{children}</dd>
    </div>
  );
}

const empty: InquiryInput = { name: '', email: '', bookingId: '', subject: '', message: '' };

const messagesFor = ({ phone }: { phone: string }) => ({
  missing: { title: 'Missing Fields', description: 'Please fill out all required fields.' },
  failed: {
    title: 'Submission Failed',
    description: 'Could not send your inquiry. Please try again.',
  },
  tooMany: {
    title: 'Submission Failed',
    description: `We already have several inquiries of yours. Please call us at ${phone}.`,
  },
  sent: {
    title: 'Inquiry Sent!',
    description: 'Thank you for reaching out. We will get back to you shortly.',
  },
});

const unknownBooking =
  'No booking has this number and your email address. Please check both, or leave this field empty.';

/**
 * The contact form: what was typed stays until it has arrived. A screen that led here may have filled
 * it in.
 */
function useInquiryForm() {
  const messages = messagesFor(useBusiness().facts);
  const location = useLocation();
  const [start] = useState(() => ({ ...empty, ...inquiryIn(location.state) }));
  const form = useForm<InquiryInput, unknown, Inquiry>({
    defaultValues: start,
    resolver: formRules(validateInquiry),
  });
  useMessageOfLink(form, location.state);
  const ownEmail = useOwnAddress(form, start.email);
  const [isSent, setIsSent] = useState(false);

  const send = async (inquiry: Inquiry) => {
    setIsSent(false);
    try {
      if ((await sendInquiry(inquiry)) === 'unknown_booking') {
        form.setError('bookingId', { message: unknownBooking }, { shouldFocus: true });
        return;
      }
      form.reset({ ...empty, email: ownEmail });
      setIsSent(true);
      toast(messages.sent);
    } catch (error) {
      toast({ ...messages[isTooMany(error) ? 'tooMany' : 'failed'], variant: 'destructive' });
    }
  };

  const refuse = () => {
    setIsSent(false);
    if (hasMissingFields(form.getValues())) toast({ ...messages.missing, variant: 'destructive' });
  };

  return {
    form,
    submit: form.handleSubmit(send, refuse),
    /** What the toast of a success said, for those who missed it. */
    sent: isSent ? messages.sent : null,
  };
}

/** The chat leads here with a question, also while this page is open. What was typed is kept. */
function useMessageOfLink(
  { getValues, setValue }: UseFormReturn<InquiryInput, unknown, Inquiry>,
  state: unknown,
) {
  useEffect(() => {
    const { message } = inquiryIn(state);
    if (message && getValues('message').trim() === '') setValue('message', message);
  }, [state, getValues, setValue]);
}

// Waiting a moment would not help against the limit, so the person is led to the phone.
const isTooMany = (error: unknown): boolean =>
  error instanceof Error && error.message === 'too_many_inquiries';

/** Whoever is signed in need not type their address, and may. An address that came along is left. */
function useOwnAddress(
  { resetField, getFieldState }: UseFormReturn<InquiryInput, unknown, Inquiry>,
  given: string,
): string {
  const session = useSession();
  const email = session.status === 'signed-in' ? session.user.email : '';
  useEffect(() => {
    if (given || !email || getFieldState('email').isDirty) return;
    resetField('email', { defaultValue: email });
  }, [given, email, resetField, getFieldState]);
  return email;
}
