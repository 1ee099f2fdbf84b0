import { useState } from 'react';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { Notice, Problem } from '@/components/ui/notice.tsx';
import { adminPaths } from '@/config/admin-paths.ts';
import { toast } from '@/lib/toast.ts';
import type { Business } from '@domain/business/business.ts';
import { changesInWords } from '@domain/business/changes-in-words.ts';
import type { BusinessPage } from '../api/business-page.ts';
import { editedBusiness } from '../use-business-draft.ts';
import { usePublication, type PublishProblem } from '../use-publication.ts';

type DraftBarProps = {
  page: BusinessPage;
  /** Whether a form of the screen has changes that are not in the draft. */
  hasUnsaved: boolean;
};

/** Under the thumb while there are unpublished changes: what they are, and what can be done with them. */
export function DraftBar({ page, hasUnsaved }: DraftBarProps) {
  const { published, draft, savedBy } = page;
  const changes = draft ? changesInWords(published, draft) : [];
  const publication = usePublication(page);
  const [isAsked, setIsAsked] = useState(false);
  const [isUnsavedAsked, setIsUnsavedAsked] = useState(false);
  const undo = (version: number) =>
    publication.restore(version, () =>
      toast({ title: 'Undone', description: `Customers see version ${version} again.` }),
    );
  const publish = () => {
    setIsUnsavedAsked(false);
    publication.publish(() =>
      toast({
        title: 'Published',
        description: 'Customers see your changes now.',
        action: { label: 'Undo', onSelect: () => undo(page.version) },
      }),
    );
  };
  const discard = () =>
    publication.discard(() => {
      setIsAsked(false);
      toast({ title: 'Discarded', description: 'Nothing was published.' });
    });
  if (page.isDraftUnusable) {
    return (
      <Notice
        tone="danger"
        role="alert"
        title="The unpublished changes can’t be read"
        className="mt-10"
      >
        <p>
          Another program saved them in a form that we don’t know. Customers see the published
          business.
        </p>
        <Problem title="Not discarded">{publication.problem?.sentence}</Problem>
        <Button
          variant="secondary"
          className="mt-4"
          busy={publication.isDiscarding}
          onClick={() => publication.discard(() => undefined)}
        >
          Start from what is published
        </Button>
      </Notice>
    );
  }
  if (!draft) return null;
  return (
    <>
      <section aria-label="Unpublished changes" data-keep-clear="" className="draft-bar on-lacquer">
        {publication.problem && <NotPublished problem={publication.problem} page={page} />}
        <details className="draft-changes">
          <summary>
            Unpublished changes: {changes.length}
            <span className="sr-only">. Show them</span>
          </summary>
          <ul>
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
          {savedBy && <p>Last saved by {savedBy}.</p>}
        </details>
        <div className="draft-actions">
          <ButtonLink variant="secondary" className="draft-more" to={adminPaths.businessPreview}>
            Preview
          </ButtonLink>
          <Button variant="secondary" className="draft-more" onClick={() => setIsAsked(true)}>
            Discard
          </Button>
          <Button
            busy={publication.isPublishing}
            onClick={() => (hasUnsaved ? setIsUnsavedAsked(true) : publish())}
          >
            {publication.isPublishing ? 'Publishing...' : 'Publish'}
          </Button>
        </div>
      </section>
      <ConfirmDialog
        open={isUnsavedAsked}
        onOpenChange={setIsUnsavedAsked}
        title="Publish without what you typed?"
        description="The form has changes that are not in the draft. Press Save draft first to publish them, too."
        confirmLabel="Publish without them"
        cancelLabel="Keep editing"
        onConfirm={publish}
      />
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setIsAsked}
        title="Discard all unpublished changes?"
        description="Customers keep seeing the published business. Discarded changes can’t be restored."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        variant="danger"
        busy={publication.isDiscarding}
        onConfirm={discard}
      />
    </>
  );
}

function NotPublished({ problem, page }: { problem: PublishProblem; page: BusinessPage }) {
  const business = editedBusiness(page);
  const fields = Object.entries(problem.fields);
  return (
    <div role="alert" className="draft-problem">
      <p className="font-semibold">Not published</p>
      <p>{problem.sentence}</p>
      {fields.length > 0 && (
        <ul>
          {fields.map(([path, sentence]) => (
            <li key={path}>
              {fieldName(path, business)}: {sentence}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const lists = {
  services: 'Services',
  vehicleClasses: 'Vehicle classes',
  addOns: 'Add-ons',
  coupons: 'Coupons',
} as const;

const isList = (text: string): text is keyof typeof lists => Object.hasOwn(lists, text);

const others: Readonly<Record<string, string>> = {
  facts: 'Business',
  tax: 'Taxes',
  deposit: 'Deposit',
  freeCancellationHours: 'Free cancellation',
};

/** What the field at a path belongs to: "services.0.name" -> "Basic Wash". */
function fieldName(path: string, business: Business): string {
  const [part = '', index = ''] = path.split('.');
  if (!isList(part)) return others[part] ?? 'Business';
  const entry = business[part][Number(index)];
  if (!entry || index === '') return lists[part];
  return 'name' in entry ? entry.name || lists[part] : entry.code;
}
