import { useQuery } from '@tanstack/react-query';
import { fillText } from '@domain/texts/fill-text.ts';
import { blocksOf, policyTitles, type PolicyName, type TextBlock } from '@domain/texts/policies.ts';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Page } from '@/components/ui/page.tsx';
import { websiteTextQuery } from '@/entities/website-text/get-website-text.ts';
import { policyIn } from '@/entities/website-text/policy-in.ts';
import { useBusiness } from '@/lib/business.ts';

/** One of the owner's policies. */
export function PolicyScreen({ name }: { name: PolicyName }) {
  return (
    <Page heading={policyTitles[name]}>
      <Policy name={name} />
    </Page>
  );
}

function Policy({ name }: { name: PolicyName }) {
  const business = useBusiness();
  const query = useQuery(websiteTextQuery(name));
  if (!query.data) {
    return (
      <div className="min-h-dvh">
        <NotLoaded
          query={query}
          loading={`Loading the ${policyTitles[name].toLowerCase()}`}
          failed={`We couldn’t load the ${policyTitles[name].toLowerCase()}.`}
        />
      </div>
    );
  }
  const blocks = blocksOf(fillText(policyIn(name, query.data.body), business));
  return (
    <div className="max-w-3xl">
      {blocks.map((block, index) => (
        <Block key={index} block={block} />
      ))}
    </div>
  );
}

function Block({ block }: { block: TextBlock }) {
  if (block.kind === 'heading') return <h2 className="mt-10 heading-3">{block.text}</h2>;
  if (block.kind === 'paragraph') return <p className="mt-4 whitespace-pre-line">{block.text}</p>;
  return (
    <ul className="mt-4 list-disc pl-5">
      {block.items.map((item, index) => (
        <li key={index} className="mt-1.5">
          {item}
        </li>
      ))}
    </ul>
  );
}
