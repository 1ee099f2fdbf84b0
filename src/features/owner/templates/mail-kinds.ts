import type { Template } from './api/get-templates.ts';

/** "booking_confirmation" -> "Booking confirmation" */
export function kindLabel(templateType: string): string {
  const words = templateType.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Which templates are sent: of each kind the one that was edited last. */
export function idsInUse(templates: readonly Template[]): ReadonlySet<string> {
  const latest = new Map<string, Template>();
  for (const template of templates) {
    const other = latest.get(template.template_type);
    if (!other || Date.parse(template.updated_at) > Date.parse(other.updated_at)) {
      latest.set(template.template_type, template);
    }
  }
  return new Set([...latest.values()].map(({ id }) => id));
}
