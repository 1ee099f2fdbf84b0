import { useState } from 'react';
import type { Service } from '@domain/booking/catalogue.ts';
import { checkPostalCode } from '@domain/contact/field-checks.ts';
import { isServed } from '@domain/contact/service-area.ts';
import { Button } from '@/components/ui/button.tsx';
import { TextField } from '@/components/ui/field.tsx';
import type { BookingFlowState } from '../use-booking-flow.ts';
import { Chip, Chips, useKnownChoices } from './known-choices.tsx';
import { OutsideNotice } from './outside-area.tsx';

type PlaceFormProps = { flow: BookingFlowState; service: Service; onDone: () => void };

/** Where the visit is to be, which the times depend on: a postal code, or a known address with one press. */
export function PlaceForm({ flow, service, onDone }: PlaceFormProps) {
  const { draft, servedPrefixes } = flow;
  const [typed, setTyped] = useState(draft.details.postalCode);
  // Null before the first press.
  const [asked, setAsked] = useState(draft.place === null ? null : typed);
  const { addresses } = useKnownChoices();
  const check = checkPostalCode(typed);
  const isAsked = asked === typed;
  const outside =
    isAsked && check.ok && !isServed(servedPrefixes, check.value) ? check.value : null;

  const choose = (fields: { postalCode: string }) => {
    const { postalCode } = fields;
    setTyped(postalCode);
    setAsked(postalCode);
    const code = checkPostalCode(postalCode);
    if (!code.ok || !isServed(servedPrefixes, code.value)) return;
    flow.choosePlace({ ...fields, postalCode: code.value });
    onDone();
  };
  return (
    <form
      noValidate
      className="grid max-w-xl gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        choose({ postalCode: typed });
      }}
    >
      <p className="text-ink-soft">We come to you, so the times depend on where the car will be.</p>
      <Chips label="Your addresses">
        {addresses.map((fields) => (
          <Chip
            key={Object.values(fields).join()}
            isChosen={fields.postalCode === draft.place}
            onChoose={() => choose(fields)}
          >
            {fields.address}, {fields.city}
          </Chip>
        ))}
      </Chips>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:grid-cols-[12rem_auto] sm:justify-start">
        <TextField
          label="Postal Code"
          required
          placeholder="L7C 1A1"
          autoComplete="postal-code"
          autoCapitalize="characters"
          value={typed}
          error={isAsked && !check.ok ? check.sentence : undefined}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" className="sm:mt-7">
          Show times
        </Button>
      </div>
      <div role="status">
        {outside && (
          <OutsideNotice
            service={service}
            vehicleType={draft.vehicleType}
            start={flow.time.chosen}
            details={{ ...draft.details, postalCode: typed }}
            postalCode={outside}
          />
        )}
      </div>
    </form>
  );
}

type PlaceLineProps = { place: string; onChange: () => void };

/** The place that the times below are for, with the way to another one. */
export function PlaceLine({ place, onChange }: PlaceLineProps) {
  return (
    <div className="mb-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-y border-hairline py-3">
      <p>
        Times for <strong className="font-semibold">{place}</strong>
      </p>
      <Button variant="secondary" aria-label="Change the postal code" onClick={onChange}>
        Change
      </Button>
    </div>
  );
}
