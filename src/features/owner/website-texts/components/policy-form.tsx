import { useState } from 'react';
import { Link } from 'wouter';
import { policyTitles, type PolicyName } from '@domain/texts/policies.ts';
import { Section } from '@/components/section.tsx';
import { TextAreaField } from '@/components/ui/field.tsx';
import type { WebsiteText } from '@/entities/website-text/get-website-text.ts';
import { policyIn } from '@/entities/website-text/policy-in.ts';
import { paths } from '@/config/paths.ts';
import { problemOf } from '../problems.ts';
import { useWebsiteText } from '../use-website-text.ts';
import { TextButtons } from './text-buttons.tsx';

type PolicyFormProps = {
  name: PolicyName;
  stored: WebsiteText;
  onChanged: (isChanged: boolean) => void;
};

/** The wording of a policy. */
export function PolicyForm({ name, stored, onChanged }: PolicyFormProps) {
  const [text, setText] = useState(() => policyIn(name, stored.body));
  const [problem, setProblem] = useState<string>();
  const save = useWebsiteText(name, stored);

  function change(next: string) {
    setText(next);
    onChanged(next !== policyIn(name, stored.body));
  }

  function keep(body: string | null) {
    save.mutate(body, {
      onSuccess: (saved) => {
        setText(policyIn(name, saved.body));
        onChanged(false);
      },
    });
  }

  return (
    <Section heading={policyTitles[name]} className="border-t border-hairline pt-8">
      <form
        noValidate
        className="mt-4 grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          const found = problemOf(text);
          setProblem(found);
          if (found === undefined) keep(text);
        }}
      >
        <TextAreaField
          label="Text"
          required
          rows={14}
          maxLength={50_000}
          value={text}
          error={problem}
          onChange={(event) => change(event.target.value)}
        />
        <TextButtons
          what={policyTitles[name].toLowerCase()}
          save={save}
          onRestore={stored.body === null ? undefined : () => keep(null)}
        />
        <Link to={paths[name]} className="contact-link justify-self-start font-semibold">
          Open page
        </Link>
      </form>
    </Section>
  );
}
