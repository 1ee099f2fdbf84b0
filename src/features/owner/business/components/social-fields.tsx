import type { Business } from '@domain/business/business.ts';
import { Button } from '@/components/ui/button.tsx';
import { TextField } from '@/components/ui/field.tsx';

type Socials = Business['facts']['socials'];

type SocialFieldsProps = {
  socials: Socials;
  problems: Readonly<Record<string, string>>;
  onChange: (socials: Socials) => void;
};

/** The links to the business elsewhere. */
export function SocialFields({ socials, problems, onChange }: SocialFieldsProps) {
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
