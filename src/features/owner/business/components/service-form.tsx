import type { Business } from '@domain/business/business.ts';
import { cleanLine } from '@domain/contact/typed-text.ts';
import { TextAreaField, TextField } from '@/components/ui/field.tsx';
import { freshId, linesOf, wholeOf } from '../typed-values.ts';
import { replaced } from '../replaced.ts';
import { useDraftForm } from '../use-draft-form.ts';
import { CheckRow } from './check-row.tsx';
import { DraftForm } from './draft-form.tsx';
import { PriceFields, pricesOf, typedPrices, type TypedPrices } from './price-fields.tsx';

type Service = Business['services'][number];

type Values = {
  name: string;
  prices: TypedPrices;
  minutes: string;
  description: string;
  features: string;
  isVisible: boolean;
};

type ServiceFormProps = {
  business: Business;
  /** Null for a new service. */
  id: string | null;
  onClose: () => void;
};

export function ServiceForm({ business, id, onClose }: ServiceFormProps) {
  const form = useDraftForm<Values>({
    business,
    valuesOf: (of) =>
      valuesOf(
        of,
        of.services.find((one) => one.id === id),
      ),
    apply: (to, values) => ({
      ...to,
      services: replaced(to.services, serviceOf(to, values, id), id),
    }),
    prefix: ({ services }) =>
      `services.${id === null ? services.length - 1 : services.findIndex((one) => one.id === id)}.`,
    onSaved: onClose,
  });
  const { values, set, problems } = form;
  const featureProblem = Object.entries(problems).find(([path]) => path.startsWith('features'));
  return (
    <DraftForm form={form} label={values.name || 'New service'} onCancel={onClose}>
      <div className="grid gap-5 sm:grid-cols-[2fr_1fr]">
        <TextField
          label="Name"
          required
          value={values.name}
          error={problems['name']}
          onChange={(event) => set({ name: event.target.value })}
        />
        <TextField
          label="Duration in minutes"
          required
          inputMode="numeric"
          value={values.minutes}
          error={problems['durationMinutes']}
          onChange={(event) => set({ minutes: event.target.value })}
        />
      </div>
      <PriceFields
        business={business}
        typed={values.prices}
        problems={problems}
        onChange={(prices) => set({ prices })}
      />
      <TextAreaField
        label="Description"
        rows={3}
        value={values.description}
        error={problems['description']}
        onChange={(event) => set({ description: event.target.value })}
      />
      <TextAreaField
        label="Features"
        hint="One on each line."
        rows={6}
        value={values.features}
        error={featureProblem?.[1]}
        onChange={(event) => set({ features: event.target.value })}
      />
      <CheckRow checked={values.isVisible} onChange={(isVisible) => set({ isVisible })}>
        Customers can book this service
      </CheckRow>
    </DraftForm>
  );
}

const valuesOf = (business: Business, service: Service | undefined): Values => ({
  name: service?.name ?? '',
  prices: typedPrices(business, service?.priceCents ?? {}),
  minutes: service ? String(service.durationMinutes) : '',
  description: service?.description ?? '',
  features: service?.features.join('\n') ?? '',
  isVisible: service?.isVisible ?? true,
});

const serviceOf = ({ services }: Business, values: Values, id: string | null): Service => ({
  id:
    id ??
    freshId(
      values.name,
      services.map((one) => one.id),
    ),
  name: cleanLine(values.name),
  priceCents: pricesOf(values.prices),
  durationMinutes: wholeOf(values.minutes),
  description: cleanLine(values.description),
  features: linesOf(values.features),
  isVisible: values.isVisible,
});
