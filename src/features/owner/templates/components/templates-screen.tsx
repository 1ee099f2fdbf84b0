import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { fetchFailure, useTemplates } from '../use-templates.ts';
import { TemplateList } from './template-list.tsx';

export default function TemplatesScreen() {
  return (
    <Page
      title="Email templates"
      heading="Email templates"
      lead="The text of every email. For each kind, the template edited last is used."
    >
      <Templates />
    </Page>
  );
}

function Templates() {
  const { data, isFetching, refetch } = useTemplates();
  if (data) return <TemplateList templates={data} />;
  if (isFetching) return <Spinner label="Loading templates" />;
  return <CouldNotFetch title={fetchFailure} onRetry={() => void refetch()} />;
}
