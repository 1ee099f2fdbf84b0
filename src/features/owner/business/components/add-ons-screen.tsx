import { TextAreaField, TextField } from '@/components/ui/field.tsx';
import type { Business } from '@domain/business/business.ts';
import { cleanLine } from '@domain/contact/typed-text.ts';
import { formatDuration } from '@domain/time/time-format.ts';
import { replaced } from '../replaced.ts';
import { freshId, wholeOf } from '../typed-values.ts';
import { useDraftForm } from '../use-draft-form.ts';
import { pricesInWords } from '../words.ts';
import { BusinessFrame } from './business-frame.tsx';
import { CheckRow } from './check-row.tsx';
import { DraftForm } from './draft-form.tsx';
import { EntryList } from './entry-list.tsx';
import { PriceFields, pricesOf, typedPrices, type TypedPrices } from './price-fields.tsx';

/** What customers can add to a service. */
export default function AddOnsScreen() {
  return (
    <BusinessFrame heading="Add-ons" lead="Extras that customers can add to any service.">
      {(business) => (
        <EntryList
          business={business}
          list="addOns"
          noun="add-on"
          empty="There are no add-ons yet. Customers book services without extras."
          removal="Existing bookings keep it. To stop new bookings only, hide it instead."
          entries={business.addOns.map((one) => ({
            key: one.id,
            title: one.name,
            isHidden: !one.isVisible,
            lines: [
              pricesInWords(business, one.priceCents),
              one.minutes === 0 ? 'No extra time' : `${formatDuration(one.minutes)} longer`,
            ],
          }))}
          form={(id, close) => <AddOnForm business={business} id={id} onClose={close} />}
        />
      )}
    </BusinessFrame>
  );
}

type AddOn = Business['addOns'][number];

type Values = {
  name: string;
  prices: TypedPrices;
  minutes: string;
  description: string;
  isVisible: boolean;
};

type AddOnFormProps = {
  business: Business;
  /** Null for a new add-on. */
  id: string | null;
  onClose: () => void;
};

function AddOnForm({ business, id, onClose }: AddOnFormProps) {
  const form = useDraftForm<Values>({
    business,
    valuesOf: (of) =>
      valuesOf(
        of,
        of.addOns.find((one) => one.id === id),
      ),
    apply: (to, values) => ({ ...to, addOns: replaced(to.addOns, addOnOf(to, values, id), id) }),
    prefix: ({ addOns }) =>
      `addOns.${id === null ? addOns.length - 1 : addOns.findIndex((one) => one.id === id)}.`,
    onSaved: onClose,
  });
  const { values, set, problems } = form;
  return (
    <DraftForm form={form} label={values.name || 'New add-on'} onCancel={onClose}>
      <div className="grid gap-5 sm:grid-cols-[2fr_1fr]">
        <TextField
          label="Name"
          required
          value={values.name}
          error={problems['name']}
          onChange={(event) => set({ name: event.target.value })}
        />
        <TextField
          label="Extra minutes"
          inputMode="numeric"
          hint="Added to the visit."
          value={values.minutes}
          error={problems['minutes']}
          onChange={(event) => set({ minutes: event.target.value })}
        />
      </div>
      <PriceFields
        business={business}
        typed={values.prices}
        problems={problems}
        hint="Every vehicle class needs a price. Enter 0 for free."
        onChange={(prices) => set({ prices })}
      />
      <TextAreaField
        label="Description"
        rows={3}
        value={values.description}
        error={problems['description']}
        onChange={(event) => set({ description: event.target.value })}
      />
      <CheckRow checked={values.isVisible} onChange={(isVisible) => set({ isVisible })}>
        Customers can choose this add-on
      </CheckRow>
    </DraftForm>
  );
}

const valuesOf = (business: Business, addOn: AddOn | undefined): Values => ({
  name: addOn?.name ?? '',
  prices: typedPrices(business, addOn?.priceCents ?? {}),
  minutes: addOn ? String(addOn.minutes) : '0',
  description: addOn?.description ?? '',
  isVisible: addOn?.isVisible ?? true,
});

const addOnOf = ({ addOns }: Business, values: Values, id: string | null): AddOn => ({
  id:
    id ??
    freshId(
      values.name,
      addOns.map((one) => one.id),
    ),
  name: cleanLine(values.name),
  description: cleanLine(values.description),
  priceCents: pricesOf(values.prices),
  minutes: wholeOf(values.minutes),
  isVisible: values.isVisible,
});
