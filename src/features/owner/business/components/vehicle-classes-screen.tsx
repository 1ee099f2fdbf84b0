import type { Business } from '@domain/business/business.ts';
import { cleanLine } from '@domain/contact/typed-text.ts';
import { TextField } from '@/components/ui/field.tsx';
import { freshId } from '../typed-values.ts';
import { replaced } from '../replaced.ts';
import { useDraftForm } from '../use-draft-form.ts';
import { BusinessFrame } from './business-frame.tsx';
import { DraftForm } from './draft-form.tsx';
import { EntryList } from './entry-list.tsx';

/** The classes that prices depend on. */
export default function VehicleClassesScreen() {
  return (
    <BusinessFrame
      heading="Vehicle classes"
      lead="Each service and add-on has a price for each class."
    >
      {(business) => (
        <EntryList
          business={business}
          list="vehicleClasses"
          noun="class"
          empty="There are no vehicle classes yet."
          removal="Its prices are removed too. Existing bookings keep their class and price."
          remove={withoutClass}
          entries={business.vehicleClasses.map(({ id, name }) => ({
            key: id,
            title: name,
            lines: [],
          }))}
          form={(id, close) => <ClassForm business={business} id={id} onClose={close} />}
        />
      )}
    </BusinessFrame>
  );
}

type ClassFormProps = { business: Business; id: string | null; onClose: () => void };

function ClassForm({ business, id, onClose }: ClassFormProps) {
  const form = useDraftForm<{ name: string }>({
    business,
    valuesOf: (of) => ({ name: of.vehicleClasses.find((one) => one.id === id)?.name ?? '' }),
    apply: (to, { name }) => withClass(to, cleanLine(name), id),
    prefix: ({ vehicleClasses: all }) =>
      `vehicleClasses.${id === null ? all.length - 1 : all.findIndex((one) => one.id === id)}.`,
    onSaved: onClose,
  });
  const { values, set, problems } = form;
  const last = business.vehicleClasses.at(-1);
  return (
    <DraftForm form={form} label={values.name || 'New class'} onCancel={onClose}>
      <TextField
        label="Name"
        required
        hint={
          id === null && last
            ? `Its prices start as those of ${last.name}. Change them in each service.`
            : undefined
        }
        value={values.name}
        error={problems['name']}
        onChange={(event) => set({ name: event.target.value })}
      />
    </DraftForm>
  );
}

type Priced = { priceCents: Readonly<Record<string, number>> };

/** A new class starts with the prices of the last one. */
function withClass(business: Business, name: string, id: string | null): Business {
  const { vehicleClasses } = business;
  const newId =
    id ??
    freshId(
      name,
      vehicleClasses.map((one) => one.id),
    );
  const classes = replaced(vehicleClasses, { id: newId, name }, id);
  const pattern = vehicleClasses.at(-1)?.id;
  if (id !== null || pattern === undefined) return { ...business, vehicleClasses: classes };
  const priced = <One extends Priced>(one: One): One => ({
    ...one,
    priceCents: { ...one.priceCents, [newId]: one.priceCents[pattern] ?? 0 },
  });
  return {
    ...business,
    vehicleClasses: classes,
    services: business.services.map(priced),
    addOns: business.addOns.map(priced),
  };
}

function withoutClass(business: Business, id: string): Business {
  const priced = <One extends Priced>(one: One): One => ({
    ...one,
    priceCents: Object.fromEntries(
      Object.entries(one.priceCents).filter(([classId]) => classId !== id),
    ),
  });
  return {
    ...business,
    vehicleClasses: business.vehicleClasses.filter((one) => one.id !== id),
    services: business.services.map(priced),
    addOns: business.addOns.map(priced),
  };
}
