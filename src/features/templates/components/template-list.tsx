import type { Template } from '../api/get-templates.ts';

export function TemplateList({ templates }: { templates: Template[] }) {
  return (
    <ul aria-label="Email templates" className="border-t border-hairline">
      {templates.map((template) => (
        <li key={template.id} className="border-b border-hairline py-5">
          <p className="font-semibold">{template.name}</p>
          <p className="text-sm text-ink-soft">{template.subject}</p>
        </li>
      ))}
    </ul>
  );
}
