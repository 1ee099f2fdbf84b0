import { NotLoaded } from '@/components/not-loaded.tsx';
import { Page } from '@/components/ui/page.tsx';
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
  const query = useTemplates();
  const { data } = query;
  if (data) return <TemplateList templates={data} />;
  return <NotLoaded query={query} loading="Loading templates" failed={fetchFailure} rows={8} />;
}
