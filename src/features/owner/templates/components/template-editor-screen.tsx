import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { navigate } from '@/lib/location.tsx';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { adminPaths, adminTemplatePath } from '@/config/admin-paths.ts';
import { defaultMailsQuery } from '../api/get-default-mails.ts';
import { draftOf, type TemplateDraft } from '../template-draft.ts';
import { fetchFailure, useTemplates } from '../use-templates.ts';
import { TemplateEditor } from './template-editor.tsx';

const nothing: TemplateDraft = {
  name: '',
  subject: '',
  content: '',
  template_type: 'booking_confirmation',
};

/** One template by its address, or a new one. */
export default function TemplateEditorScreen() {
  const { templateId = null } = useParams();
  const templates = useTemplates();
  const defaults = useQuery(defaultMailsQuery);
  const isNew = templateId === null;

  if (!templates.data || !defaults.data) {
    // Only now: looked up again in vain, what is being written stays on the screen.
    if (templates.isError || defaults.isError) {
      const retry = () => void Promise.all([templates.refetch(), defaults.refetch()]);
      return (
        <Page title="Email template" heading="Email template unavailable">
          <CouldNotFetch title={fetchFailure} onRetry={retry} />
        </Page>
      );
    }
    return (
      <Spinner label="Loading the template" className="mx-auto max-w-7xl px-5 py-24 sm:px-8" />
    );
  }
  const template = templates.data.find(({ id }) => id === templateId);
  if (!isNew && !template) return <NoSuchTemplate />;
  const start = template ? draftOf(template) : { ...nothing, ...firstText(defaults.data) };
  return (
    <Page
      title={isNew ? 'New email template' : start.name}
      heading={isNew ? 'New email template' : start.name}
      lead="Write the email and insert the details it fills in. The preview shows the result."
    >
      <TemplateEditor
        id={templateId}
        start={start}
        templates={templates.data}
        defaults={defaults.data}
        onSaved={({ id }) => isNew && navigate(adminTemplatePath(id), { replace: true })}
      />
    </Page>
  );
}

function firstText(defaults: readonly TemplateDraft[]): Partial<TemplateDraft> {
  const found = defaults.find((one) => one.template_type === nothing.template_type) ?? nothing;
  return { subject: found.subject, content: found.content };
}

function NoSuchTemplate() {
  return (
    <Page
      width="narrow"
      title="Template not found"
      heading="Template not found"
      lead="The link may be old, or mistyped."
    >
      <ButtonLink to={adminPaths.templates}>All Templates</ButtonLink>
    </Page>
  );
}
