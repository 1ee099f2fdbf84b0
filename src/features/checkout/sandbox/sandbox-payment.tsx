import { useEffect } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { answerSandboxChallenge } from '../api/answer-sandbox-challenge.ts';
import { confirmSandboxPayment } from '../api/confirm-sandbox-payment.ts';
import type { PaymentFormProps } from '../payment-form.ts';
import { unexpectedRefusal } from '../payment-outcome.ts';
import { BillingFields } from './billing-fields.tsx';
import { CardFields } from './card-fields.tsx';
import { cardResolver, emptyCard, type Card, type CardInput } from './card-form.ts';
import { useChallenge } from './use-challenge.ts';

/** The card form of a shop that is not connected to a payment provider: it plays through every outcome. */
export function SandboxPayment({ formId, checkout, intent, payment, onReady }: PaymentFormProps) {
  const { customerInfo } = checkout;
  const form = useForm<CardInput, unknown, Card>({
    defaultValues: emptyCard(customerInfo),
    resolver: cardResolver(customerInfo),
  });
  const challenge = useChallenge();

  useEffect(() => {
    onReady(true);
    return () => onReady(false);
  }, [onReady]);

  const pay = async (card: Card) => {
    const outcome = await confirmSandboxPayment(intent, card, customerInfo);
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
          void form.handleSubmit((card) => payment.run(() => pay(card)))();
        }}
        className="grid gap-10"
      >
        <Notice title="Sandbox payment: no real card is charged.">
          Use 4242 4242 4242 4242 with any date to come and any three digits.
        </Notice>
        <CardFields />
        <BillingFields customer={customerInfo} />
      </form>
      <ConfirmDialog
        open={challenge.isOpen}
        onOpenChange={(open) => !open && challenge.answer('fail')}
        title="Confirm it’s you"
        description="Your bank would like to know that it is you who is paying. Here in the sandbox you decide how that ends."
        confirmLabel="Complete"
        cancelLabel="Fail"
        onConfirm={() => challenge.answer('complete')}
      />
    </FormProvider>
  );
}
