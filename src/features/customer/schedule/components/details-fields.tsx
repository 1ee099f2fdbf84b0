import type { ReactNode } from 'react';
import { DetailsField } from '@/entities/booking/details-fields.tsx';

export function ContactFields({ children }: { children?: ReactNode }) {
  return (
    <FieldGroup legend="Contact details">
      <DetailsField
        name="name"
        label="Full Name"
        autoComplete="name"
        autoCapitalize="words"
        className="sm:col-span-6"
      />
      <DetailsField
        name="email"
        label="Email Address"
        type="email"
        inputMode="email"
        autoComplete="email"
        hint="Your confirmation goes here."
        className="sm:col-span-3"
      />
      <DetailsField
        name="phone"
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint="For questions on the day of your visit."
        className="sm:col-span-3"
      />
      {children}
    </FieldGroup>
  );
}

export function FieldGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-5 heading-3">{legend}</legend>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-6">{children}</div>
    </fieldset>
  );
}
