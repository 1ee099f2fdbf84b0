import { Fragment, useState, type ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { phoneHref } from '@domain/business/facts.ts';
import {
  eachMore,
  missingOnSite,
  moreChoices,
  type MoreInput,
} from '@domain/booking/more-fields.ts';
import { SelectField, TextAreaField, TextField } from '@/components/ui/field.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { useBusiness } from '@/lib/business.ts';
import { fieldOf } from '@/lib/field-of.ts';

const notSure = 'Not sure';

type MoreFieldsProps = {
  /** What the choices lead to, before the notes. */
  children?: ReactNode;
};

/** The optional details of a booking, in a form of six columns. */
export function MoreFields({ children }: MoreFieldsProps) {
  const field = fieldOf(useFormContext<MoreInput>());
  return Object.values<ReactNode>(
    eachMore((name, { label, kind, hint }) => {
      if (kind === 'text')
        return (
          <Fragment key={name}>
            {children}
            <TextAreaField
              label={label}
              hint={hint}
              rows={3}
              className="sm:col-span-6"
              {...field(name)}
            />
          </Fragment>
        );
      if (kind === 'line')
        return (
          <TextField
            key={name}
            label={label}
            hint={hint}
            autoComplete="off"
            className="sm:col-span-6"
            {...field(name)}
          />
        );
      return (
        <SelectField key={name} label={label} className="sm:col-span-3" {...field(name)}>
          <option value="">{notSure}</option>
          {moreChoices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </SelectField>
      );
    }),
  );
}

/** Asks the customer to call where water or power is missing; `lead` is the request. */
export function CallWithoutWaterOrPower({ lead }: { lead: string }) {
  const { facts } = useBusiness();
  const missing = missingOnSite(useWatch<MoreInput>());
  return (
    <div role="status" className={missing.length > 0 ? 'sm:col-span-6' : 'hidden'}>
      {missing.length > 0 && (
        <Notice>
          {lead}: without {missing.join(' or ')}, we have to plan the visit with you. Our number is{' '}
          <a href={phoneHref(facts)} className="text-link whitespace-nowrap">
            {facts.phone}
          </a>
          .
        </Notice>
      )}
    </div>
  );
}

type FoldedMoreFieldsProps = {
  summary: string;
  /** What else the customer may add; shown once it is open. */
  children?: ReactNode;
};

/** The optional details. They are open, because a visit away from the shop needs them, and can be folded. */
export function FoldedMoreFields({ summary, children }: FoldedMoreFieldsProps) {
  const { formState } = useFormContext<MoreInput>();
  const [isOpen, setIsOpen] = useState(true);
  const isRefused = Object.values(eachMore((name) => formState.errors[name])).some(Boolean);
  return (
    <details
      open={isOpen || isRefused}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="border-y border-hairline"
    >
      <summary className="flex min-h-14 cursor-pointer flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
        <span className="heading-3">{summary}</span>
        <span className="flex items-center gap-3 text-sm text-ink-soft">
          Optional
          <span aria-hidden="true" className="text-xl leading-none text-ink">
            {isOpen || isRefused ? '−' : '+'}
          </span>
        </span>
      </summary>
      <div className="grid gap-x-4 gap-y-5 pt-2 pb-6 sm:grid-cols-6">
        <MoreFields>
          <CallWithoutWaterOrPower lead="Please call us before you book" />
        </MoreFields>
        {(isOpen || isRefused) && children}
      </div>
    </details>
  );
}
