import type { ComponentProps, ReactNode } from 'react';
import { Section } from '@/components/section.tsx';
import { TextField } from '@/components/ui/field.tsx';
import { travelLabels, type TravelName } from '../travel-form.ts';
import type { TravelEditor } from '../use-travel-editor.ts';

/** How drives count: the base, the roads, and the minutes on site. */
export function TravelFields({ editor }: { editor: TravelEditor }) {
  const field = (name: TravelName, rest: Partial<ComponentProps<typeof TextField>> = {}) => {
    const { value, error, set } = editor.field(name);
    return (
      <TextField
        label={travelLabels[name]}
        autoComplete="off"
        {...rest}
        value={value}
        error={error}
        onChange={(event) => set(event.target.value)}
      />
    );
  };
  return (
    <>
      <Part
        id="base"
        heading="Base"
        lead="Where the vans are in the morning and in the evening. Without a postal code, only the drives between visits count."
      >
        {field('basePostalCode', { autoCapitalize: 'characters', placeholder: 'L7C 1A1' })}
        {field('leavesAt', { type: 'time', hint: 'The earliest time.' })}
        {field('backBy', { type: 'time', hint: 'The latest time.' })}
      </Part>
      <Part
        id="drives"
        heading="Drives"
        lead="Estimated from the straight line between two postal areas."
      >
        {field('roadFactor', {
          inputMode: 'decimal',
          hint: 'How much longer roads are than the straight line.',
        })}
        {field('speedKmh', { inputMode: 'numeric', hint: 'With traffic and lights.' })}
        {field('leastMinutes', {
          inputMode: 'numeric',
          hint: 'The shortest drive to plan for, even within one postal area.',
        })}
      </Part>
      <Part
        id="on-site"
        heading="On site"
        lead="Added to every drive, so that work starts and ends on time."
      >
        {field('setupMinutes', { inputMode: 'numeric', hint: 'Before the work starts.' })}
        {field('packingMinutes', { inputMode: 'numeric', hint: 'After the work ends.' })}
      </Part>
      <Part
        id="nearby"
        heading="Nearby"
        lead="Marks times right before or after a visit close to the customer, and can make them cheaper."
      >
        {field('nearbyMinutes', { inputMode: 'numeric', hint: 'Leave empty for no marks.' })}
        {field('nearbyDiscountCents', {
          inputMode: 'decimal',
          hint: 'Off the price of a marked time. 0 for none.',
        })}
      </Part>
      <Part
        id="swaps"
        heading="Swaps"
        lead="On Route, suggests two visits whose times are better exchanged. You then ask both customers by email."
      >
        {field('swapMinutes', {
          inputMode: 'numeric',
          hint: 'The least that a swap saves. Leave empty for no suggestions.',
        })}
      </Part>
    </>
  );
}

type PartProps = { id: string; heading: string; lead: string; children: ReactNode };

const Part = ({ id, heading, lead, children }: PartProps) => (
  <div id={id} tabIndex={-1} className="scroll-mt-6 focus-quiet">
    <Section heading={heading}>
      <p className="mt-2 mb-6 max-w-xl text-ink-soft">{lead}</p>
      <div className="grid items-start gap-x-6 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
        {children}
      </div>
    </Section>
  </div>
);
