import { useEffect, useRef, useState } from 'react';
import { FormProvider, useForm, useWatch, useFormContext } from 'react-hook-form';
import { InstalmentLogo } from '@/components/instalment-logos.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { ProvinceField } from '@/components/ui/province-field.tsx';
import { RadioCard } from '@/components/ui/radio-card.tsx';
import type { InstalmentProvider } from '@domain/business/fixed-terms.ts';
import { instalmentProvider, providersAmong } from '@domain/money/instalments.ts';
import {
  answerSandboxChallenge,
  beginSandboxRedirect,
  confirmSandboxPayment,
} from '../api/sandbox-payment.ts';
import { hasAddress, type Payer } from '../payer.ts';
import type { PaymentFormProps } from '../payment-form.ts';
import { unexpectedRefusal } from '../payment-outcome.ts';
import { CardField } from './card-field.tsx';
import { CardFields } from './card-fields.tsx';
import { cardResolver, emptyCard, keepable, type CardInput, type Payable } from './card-form.ts';

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

/** By card, or in instalments with one of the providers. */
function MethodChoice({ providers }: { providers: readonly InstalmentProvider[] }) {
  const { register } = useFormContext<CardInput>();
  const methods = [{ method: 'card', name: 'Card' }, ...providers];
  return (
    <fieldset>
      <legend className="mb-5 heading-3">Payment method</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,9.5rem),1fr))] gap-3">
        {methods.map(({ method, name }) => (
          <RadioCard
            key={method}
            value={method}
            label={
              <span className="flex items-center gap-2">
                <InstalmentLogo method={method} className="size-5" />
                {name}
              </span>
            }
            {...register('method')}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Where the card is registered: as a rule where the car will be. */
function BillingFields({ payer }: { payer: Payer }) {
  const { register } = useFormContext<CardInput>();
  const isServiceAddress = useWatch<CardInput, 'isServiceAddress'>({ name: 'isServiceAddress' });
  return (
    <fieldset>
      <legend className="mb-5 heading-3">Billing address</legend>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input type="checkbox" className="checkbox" {...register('isServiceAddress')} />
        Same as service address
      </label>
      {isServiceAddress ? (
        <address className="mt-2 ml-9 text-ink-soft not-italic">
          {payer.address}
          <br />
          {payer.city}, {payer.province} {payer.postalCode}
          <br />
          Canada
        </address>
      ) : (
        <AddressFields />
      )}
    </fieldset>
  );
}

function AddressFields() {
  const { register } = useFormContext<CardInput>();
  return (
    <div className="mt-4 grid gap-x-4 gap-y-5 sm:grid-cols-6">
      <CardField
        name="address"
        label="Street Address"
        autoComplete="billing street-address"
        className="sm:col-span-6"
      />
      <CardField
        name="city"
        label="City"
        autoComplete="billing address-level2"
        className="sm:col-span-6"
      />
      <ProvinceField
        label="Province"
        required
        className="sm:col-span-4"
        autoComplete="billing address-level1"
        {...register('province')}
      />
      <CardField
        name="postalCode"
        label="Postal Code"
        autoComplete="billing postal-code"
        autoCapitalize="characters"
        className="sm:col-span-2"
      />
      <p className="text-sm text-ink-soft sm:col-span-6">Country: Canada</p>
    </div>
  );
}
