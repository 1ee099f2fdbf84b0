import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { policyNames, type WebsiteTextName } from '@domain/texts/policies.ts';
import { LeaveQuestion } from '@/components/leave-question.tsx';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Page } from '@/components/ui/page.tsx';
import { websiteTextsQuery } from '../api/website-texts.ts';
import { factsInWords } from '../problems.ts';
import { AnswersForm } from './answers-form.tsx';
import { PolicyForm } from './policy-form.tsx';

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
