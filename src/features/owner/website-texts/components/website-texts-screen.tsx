import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { LeaveQuestion } from '@/components/leave-question.tsx';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Section } from '@/components/section.tsx';
import { TextAreaField } from '@/components/ui/field.tsx';
import { Page } from '@/components/ui/page.tsx';
import { paths } from '@/config/paths.ts';
import type { WebsiteText } from '@/entities/website-text/get-website-text.ts';
import { policyIn } from '@/entities/website-text/policy-in.ts';
import {
  policyNames,
  type WebsiteTextName,
  policyTitles,
  type PolicyName,
} from '@domain/texts/policies.ts';
import { websiteTextsQuery } from '../api/website-texts.ts';
import { factsInWords, problemOf } from '../problems.ts';
import { useWebsiteText } from '../use-website-text.ts';
import { AnswersForm } from './answers-form.tsx';
import { TextButtons } from './text-buttons.tsx';

const names: readonly WebsiteTextName[] = [...policyNames, 'chat_answers'];

/** The texts of the website that are the owner's own. */
export default function WebsiteTextsScreen() {
  const query = useQuery(websiteTextsQuery);
  const [changed, setChanged] = useState<readonly WebsiteTextName[]>([]);
  const mark = (name: WebsiteTextName) => (isChanged: boolean) =>
    setChanged((before) => [...before.filter((one) => one !== name), ...(isChanged ? [name] : [])]);
  return (
    <Page
      heading="Website texts"
      lead="Your policies and the answers of the chat. The defaults suit a business in Ontario, but they aren’t legal advice: please check them."
    >
      <div className="grid max-w-4xl gap-12">
        <p className="text-ink-soft">
          Start a heading with ## and an item of a list with a hyphen. These details are filled in:{' '}
          {factsInWords.split(/(?<=,) /).map((fact) => (
            <span key={fact}>
              <span className="whitespace-nowrap">{fact}</span>{' '}
            </span>
          ))}
        </p>
        {query.data ? (
          names.map((name) => {
            const stored = query.data[name] ?? { body: null, revision: 0 };
            return name === 'chat_answers' ? (
              <AnswersForm key={name} stored={stored} onChanged={mark(name)} />
            ) : (
              <PolicyForm key={name} name={name} stored={stored} onChanged={mark(name)} />
            );
          })
        ) : (
          <NotLoaded
            query={query}
            loading="Loading your texts"
            failed="Could not load your texts."
          />
        )}
      </div>
      <LeaveQuestion
        isChanged={changed.length > 0}
        description="Your changes to the texts will be lost."
        onLeave={() => setChanged([])}
      />
    </Page>
  );
}

type PolicyFormProps = {
  name: PolicyName;
  stored: WebsiteText;
  onChanged: (isChanged: boolean) => void;
};

/** The wording of a policy. */
function PolicyForm({ name, stored, onChanged }: PolicyFormProps) {
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
