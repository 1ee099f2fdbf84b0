import { caniemail } from 'caniemail';
import { expect, test } from 'vitest';
import { openCopy } from '../../server/testing/databases.ts';
import { defaultBusiness } from '../../domain/business/default-business.ts';
import { templateVariables } from '../functions/_shared/mail/template-variables.ts';
import { writeMail } from '../functions/_shared/mail/write-mail.ts';
import type { TemplateText } from '../functions/_shared/mail/check-template.ts';

/** What a program may ignore, and what its reader sees then. */
const accepted: Readonly<Record<string, string>> = {
  '@media': 'light colours at night',
  '<style> element': 'light colours at night',
  '<body> element': 'the same colour: the outer table has it too',
  'border-radius': 'square corners',
  'role attribute': 'the same email',
  'display:none': 'the preview text as the first line',
  overflow: 'the same: the preview text is not displayed at all',
  opacity: 'the same: the preview text is not displayed at all',
  'height property': 'the same: only the preview text has one, as max-height',
};

test('every default email is readable in the programs of most readers', async () => {
  const database = await openCopy();
  const { rows } = await database.pool.query<TemplateText & { template_type: string }>(
    'select template_type, subject, content from public.default_mails',
  );
  await database.close();
  for (const row of rows) {
    const { html } = await writeMail(
      row,
      templateVariables(defaultBusiness)[row.template_type] ?? {},
    );
    const { issues } = caniemail({
      clients: ['apple-mail.*', 'gmail.*', 'outlook.*', 'yahoo.*'],
      html,
    });
    const unsupported = [...issues.errors.values()].flat().map(({ title }) => title);
    expect(
      [...new Set(unsupported)].filter((title) => !Object.hasOwn(accepted, title)),
      row.template_type,
    ).toEqual([]);
    // Gmail cuts an email of more than 102 kB.
    expect(html.length, row.template_type).toBeLessThan(40_000);
  }
});
