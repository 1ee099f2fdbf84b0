import { Link } from 'wouter';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Page } from '@/components/ui/page.tsx';
import { adminPaths, adminTemplatePath } from '@/config/admin-paths.ts';
import { formatInstant } from '@/lib/moments.ts';
import type { Template } from '../api/get-templates.ts';
import { compareKinds, groupOf, idsInUse, kindLabel, whenSent } from '../mail-kinds.ts';
import { plainWords } from '../text-editor/describe-fixed.ts';
import { fetchFailure, useTemplates } from '../use-templates.ts';

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

/** Every template with its kind and when it is sent, in groups; of each kind the one in use comes first. */
function TemplateList({ templates }: { templates: readonly Template[] }) {
  const inUse = idsInUse(templates);
  const sorted = [...templates].sort(
    (one, other) =>
      compareKinds(one.template_type, other.template_type) ||
      Date.parse(other.updated_at) - Date.parse(one.updated_at),
  );
  const groups = [...new Set(sorted.map(({ template_type: kind }) => groupOf(kind)))];
  return (
    <>
      <ButtonLink to={adminPaths.newTemplate} className="mb-8 max-sm:w-full">
        New Template
      </ButtonLink>
      {sorted.length === 0 && (
        <p className="border-y border-hairline py-14 text-center">No templates yet.</p>
      )}
      <ul aria-label="Email templates" className="grid gap-10">
        {groups.map((group) => (
          <li key={group}>
            <h2 className="border-b border-hairline pb-3 heading-3">{group}</h2>
            <ul>
              {sorted
                .filter(({ template_type: kind }) => groupOf(kind) === group)
                .map((template) => (
                  <li key={template.id} className="border-b border-hairline">
                    <TemplateRow template={template} isInUse={inUse.has(template.id)} />
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  );
}

function TemplateRow({ template, isInUse }: { template: Template; isInUse: boolean }) {
  const kind = kindLabel(template.template_type);
  const when = whenSent(template.template_type);
  return (
    <Link
      to={adminTemplatePath(template.id)}
      className="group row-of-template grid items-center gap-x-8 gap-y-1 py-5"
    >
      <span className="min-w-0">
        <span className="font-semibold underline-offset-[0.25em] group-hover:underline">
          {template.name}
        </span>
        <span className="mt-1 block truncate text-sm text-ink-soft">
          {plainWords(template.subject)}
        </span>
      </span>
      <span className="text-sm">
        {(kind !== template.name || !when) && <span className="block font-medium">{kind}</span>}
        {when && <span className="block">{when}</span>}
        <span className="text-ink-soft">
          Edited <time dateTime={template.updated_at}>{formatInstant(template.updated_at)}</time>
        </span>
      </span>
      <span
        className={`justify-self-start rounded-badge border px-3 py-1 text-sm font-semibold max-md:mt-2 md:w-32 md:text-center ${
          isInUse ? 'border-success bg-success-wash text-success' : 'border-hairline text-ink-soft'
        }`}
      >
        {isInUse ? 'In use' : 'Not in use'}
      </span>
    </Link>
  );
}
