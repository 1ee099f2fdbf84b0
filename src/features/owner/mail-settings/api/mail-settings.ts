import { queryOptions } from '@tanstack/react-query';
import type { RowOf } from '@contracts/contract.ts';
import { ownRest } from '@/lib/own-rest.ts';

/**
 * A mail that may be switched off: how many hours before or after what it is about it goes out (null: at once), at
 * what local time (null: any), and how often at most.
 */
export type MailSetting = Pick<
  RowOf<'mail_settings'>,
  'template_type' | 'is_on' | 'wait_hours' | 'send_at' | 'most'
>;

export type SettingChange = Partial<Omit<MailSetting, 'template_type'>>;

export type MailSettings = {
  settings: MailSetting[];
  /** The template that is sent, by kind. */
  templateIds: ReadonlyMap<string, string>;
};

export const mailSettingsQuery = queryOptions({
  queryKey: ['mail-settings'],
  queryFn: async ({ signal }): Promise<MailSettings> => {
    const [settings, templates] = await Promise.all([getSettings(signal), getTemplates(signal)]);
    // Of one kind the one edited last is sent: it comes last here, and stays.
    return {
      settings,
      templateIds: new Map(templates.map(({ template_type: type, id }) => [type, id])),
    };
  },
});

async function getSettings(signal: AbortSignal): Promise<MailSetting[]> {
  const { data } = await (
    await ownRest()
  )
    .from('mail_settings')
    .select('template_type,is_on,wait_hours,send_at,most')
    .order('template_type')
    .abortSignal(signal)
    .retry(false)
    .throwOnError();
  return data;
}

async function getTemplates(signal: AbortSignal) {
  const { data } = await (
    await ownRest()
  )
    .from('email_templates')
    .select('id,template_type')
    .order('updated_at')
    .order('created_at')
    .abortSignal(signal)
    .retry(false)
    .throwOnError();
  return data;
}

/** Keeps a change and answers the whole setting. Throws when it was not kept. */
export async function changeSetting(kind: string, change: SettingChange): Promise<MailSetting> {
  const { data } = await (
    await ownRest()
  )
    .from('mail_settings')
    .update(change)
    .eq('template_type', kind)
    .select('template_type,is_on,wait_hours,send_at,most')
    .maybeSingle()
    .throwOnError();
  if (data) return data;
  throw new Error('Only administrators can change this. Please sign in again.');
}
