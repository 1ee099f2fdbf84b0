import { useEffect, useRef, useState } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { instalmentProvider, providersAmong } from '@domain/money/instalments.ts';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import {
  answerSandboxChallenge,
  beginSandboxRedirect,
  confirmSandboxPayment,
} from '../api/sandbox-payment.ts';
import type { PaymentFormProps } from '../payment-form.ts';
import { hasAddress } from '../payer.ts';
import { unexpectedRefusal } from '../payment-outcome.ts';
import { BillingFields } from './billing-fields.tsx';
import { CardFields } from './card-fields.tsx';
import { cardResolver, emptyCard, keepable, type CardInput, type Payable } from './card-form.ts';
import { MethodChoice } from './method-choice.tsx';
import { CardField } from './card-field.tsx';

/** The card form of a shop that is not connected to a payment provider: it plays through every outcome. */
export function SandboxPayment(props: PaymentFormProps) {
  const { formId, payer, kept, returnUrl, intent, payment, onReady } = props;
  const form = useForm<CardInput, unknown, Payable>({
    defaultValues: emptyCard(payer, kept),
    resolver: cardResolver(payer),
  });
  const method = useWatch({ control: form.control, name: 'method' });
  const providers = providersAmong(intent.methods ?? []);
  const isByCard = !providers.some((provider) => provider.method === method);
  const challenge = useChallenge();

  useEffect(() => {
    onReady(true);
    return () => onReady(false);
  }, [onReady]);

  const pay = async (payable: Payable) => {
    const outcome =
      payable.method === 'card'
        ? await confirmSandboxPayment(intent, payable.card, payer)
        : await beginSandboxRedirect(
            intent,
            {
              method: payable.provider,
              billing: payable.billing,
              returnUrl,
            },
            payer,
          );
    if (outcome.kind !== 'challenge') return outcome;
    const answered = await answerSandboxChallenge(intent, await challenge.ask());
    return answered.kind === 'challenge' ? unexpectedRefusal : answered;
  };

  return (
    <FormProvider {...form}>
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.handleSubmit((payable) =>
            payment.run(() => pay(payable), {
              form: keepable(form.getValues()),
              onDeclined: () => form.setFocus(payable.method === 'card' ? 'number' : 'nameOnCard'),
            }),
          )();
        }}
        className="grid gap-8 sm:gap-10"
      >
        {providers.length > 0 && <MethodChoice providers={providers} />}
        {isByCard ? <CardFields /> : <InstalmentNotice method={method} />}
        <Notice
          title={`Sandbox payment: no real ${isByCard ? 'card is charged' : 'payment is made'}.`}
        >
          {isByCard
            ? 'Use 4242 4242 4242 4242 with any future date and any three digits.'
            : 'You choose the result on the next page.'}
        </Notice>
        {hasAddress(payer) && <BillingFields payer={payer} />}
      </form>
      <ConfirmDialog
        open={challenge.isOpen}
        onOpenChange={(open) => !open && challenge.answer('fail')}
        title="Confirm it’s you"
        description="Your bank wants to confirm that it’s you. In the sandbox, you choose the result."
        confirmLabel="Complete"
        cancelLabel="Fail"
        onConfirm={() => challenge.answer('complete')}
      />
    </FormProvider>
  );
}

/** What happens next with a provider, and in whose name. */
function InstalmentNotice({ method }: { method: string }) {
  const name = instalmentProvider(method)?.name ?? 'the provider';
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-5 heading-3">{name}</legend>
      <p>
        You approve the payment on {name}’s page, then come back here. We hold your time until then.
      </p>
      <CardField name="nameOnCard" label="Full name" autoComplete="name" />
    </fieldset>
  );
}

type ChallengeAnswer = 'complete' | 'fail';

/** Lets a payment wait for what the visitor answers in the bank's dialog. */
function useChallenge() {
  const [isOpen, setIsOpen] = useState(false);
  const settle = useRef<(answer: ChallengeAnswer) => void>(undefined);

  return {
    isOpen,
    ask: () =>
      new Promise<ChallengeAnswer>((resolve) => {
        settle.current = resolve;
        setIsOpen(true);
      }),
    answer: (answer: ChallengeAnswer) => {
      setIsOpen(false);
      settle.current?.(answer);
    },
  };
}
