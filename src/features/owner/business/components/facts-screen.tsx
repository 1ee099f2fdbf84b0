import { Section } from '@/components/section.tsx';
import { Button } from '@/components/ui/button.tsx';
import { TextAreaField, TextField } from '@/components/ui/field.tsx';
import type { Business } from '@domain/business/business.ts';
import { cleanLine } from '@domain/contact/typed-text.ts';
import { wholeOf } from '../typed-values.ts';
import { useDraftForm } from '../use-draft-form.ts';
import { BusinessFrame } from './business-frame.tsx';
import { DraftForm } from './draft-form.tsx';
import { LogoField } from './logo-field.tsx';

type Facts = Business['facts'];
type Values = Omit<Facts, 'foundedYear'> & { foundedYear: string };

/** What the site and every email say about the business. */
export default function FactsScreen() {
  return (
    <BusinessFrame heading="Business" lead="What your site and your emails say about you.">
      {(business) => <FactsForm business={business} />}
    </BusinessFrame>
  );
}

function FactsForm({ business }: { business: Business }) {
  const form = useDraftForm<Values>({
    business,
    valuesOf,
    apply: (to, values) => ({ ...to, facts: factsOf(values) }),
    prefix: () => 'facts.',
    onSaved: () => undefined,
  });
  const { values, set, problems } = form;
  const text = (name: Exclude<keyof Values, 'socials' | 'logoUrl'>) => ({
    value: values[name],
    error: problems[name],
    required: true,
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  });
  return (
    <DraftForm form={form} label="Business">
      <div className="grid max-w-3xl gap-14">
        <Section heading="Name">
          <div className="mt-6 grid items-start gap-5 sm:grid-cols-[2fr_1fr]">
            <TextField label="Business name" {...text('name')} />
            <TextField label="Founded in" inputMode="numeric" {...text('foundedYear')} />
            <TextAreaField
              label="Description"
              rows={3}
              hint="Search engines show it."
              className="sm:col-span-2"
              {...text('description')}
            />
          </div>
        </Section>
        <Section heading="Logo">
          <LogoField
            address={values.logoUrl}
            error={problems['logoUrl']}
            onChange={(logoUrl) => set({ logoUrl })}
          />
        </Section>
        <Section heading="Contact">
          <div className="mt-6 grid items-start gap-5 sm:grid-cols-2">
            <TextField label="Phone" type="tel" {...text('phone')} />
            <TextField label="Location" hint="Such as Caledon, Ontario" {...text('location')} />
            <TextField
              label="Booking email"
              type="email"
              hint="Customers’ questions about bookings go here."
              {...text('bookingEmail')}
            />
            <TextField
              label="Info email"
              type="email"
              hint="Receives inquiries. The account with this address manages reviews."
              {...text('infoEmail')}
            />
            <TextField
              label="Postal address"
              hint="Required in review requests."
              {...text('mailingAddress')}
            />
            <TextField
              label="Service area"
              hint="In words. The postal codes are under Time."
              {...text('serviceArea')}
            />
          </div>
        </Section>
        <Section heading="Social media">
          <SocialFields
            socials={values.socials}
            problems={problems}
            onChange={(socials) => set({ socials })}
          />
        </Section>
      </div>
    </DraftForm>
  );
}

const valuesOf = ({ facts }: Business): Values => ({
  ...emptyOrder,
  ...facts,
  foundedYear: String(facts.foundedYear),
  socials: facts.socials.map(({ label, href }) => ({ label, href })),
});

// The database answers the facts in an order of its own; forms compare them as text.
const emptyOrder: Values = {
  name: '',
  description: '',
  foundedYear: '',
  phone: '',
  bookingEmail: '',
  infoEmail: '',
  location: '',
  mailingAddress: '',
  serviceArea: '',
  socials: [],
  logoUrl: null,
};

const factsOf = (values: Values): Facts => ({
  name: cleanLine(values.name),
  description: cleanLine(values.description),
  foundedYear: wholeOf(values.foundedYear),
  phone: cleanLine(values.phone),
  bookingEmail: values.bookingEmail.trim().toLowerCase(),
  infoEmail: values.infoEmail.trim().toLowerCase(),
  location: cleanLine(values.location),
  mailingAddress: cleanLine(values.mailingAddress),
  serviceArea: cleanLine(values.serviceArea),
  socials: values.socials.map(({ label, href }) => ({
    label: cleanLine(label),
    href: href.trim(),
  })),
  logoUrl: values.logoUrl,
});

type Socials = Business['facts']['socials'];

type SocialFieldsProps = {
  socials: Socials;
  problems: Readonly<Record<string, string>>;
  onChange: (socials: Socials) => void;
};

/** The links to the business elsewhere. */
function SocialFields({ socials, problems, onChange }: SocialFieldsProps) {
  const change = (index: number, changes: Partial<Socials[number]>) =>
    onChange(socials.map((one, at) => (at === index ? { ...one, ...changes } : one)));
  return (
    <div className="mt-6 grid gap-6">
      {socials.length === 0 && <p className="text-ink-soft">There are no links yet.</p>}
      {socials.map(({ label, href }, index) => (
        <fieldset key={index} className="grid items-start gap-5 sm:grid-cols-[1fr_2fr_auto]">
          <legend className="sr-only">Link {index + 1}</legend>
          <TextField
            label="Name"
            value={label}
            error={problems[`socials.${index}.label`]}
            onChange={(event) => change(index, { label: event.target.value })}
          />
          <TextField
            label="Web address"
            type="url"
            required
            value={href}
            error={problems[`socials.${index}.href`]}
            onChange={(event) => change(index, { href: event.target.value })}
          />
          <Button
            variant="ghost"
            className="px-0 sm:mt-7"
            aria-label={`Remove link ${label}`}
            onClick={() => onChange(socials.filter((_, at) => at !== index))}
          >
            Remove
          </Button>
        </fieldset>
      ))}
      <Button
        variant="secondary"
        className="justify-self-start"
        onClick={() => onChange([...socials, { label: '', href: 'https://' }])}
      >
        Add link
      </Button>
    </div>
  );
}
