import { queryOptions } from '@tanstack/react-query';
import type { RowOf } from '@contracts/contract.ts';
import { textsToday } from '@contracts/texts.ts';
import { ownRest } from '@/lib/own-rest.ts';
import { ownRpc } from '@/lib/rpc.ts';

const columns =
  'is_on,kinds,reminder_at,reminder_hours,quiet_from,quiet_until,segments_a_day' as const;

export type TextSettings = Pick<
  RowOf<'text_settings'>,
  | 'is_on'
  | 'kinds'
  | 'reminder_at'
  | 'reminder_hours'
  | 'quiet_from'
  | 'quiet_until'
  | 'segments_a_day'
>;

export const textSettingsQuery = queryOptions({
  queryKey: ['text-settings'],
  queryFn: async ({ signal }): Promise<TextSettings> => {
    const rest = await ownRest();
    const { data } = await rest
      .from('text_settings')
      .select(columns)
      .abortSignal(signal)
      .retry(false)
      .maybeSingle()
      .throwOnError();
    return kept(data);
  },
});

export const textsTodayQuery = queryOptions({
  queryKey: ['texts-today'],
  queryFn: ({ signal }) => ownRpc(textsToday, {}, { signal }),
});

/** Saves a change and returns the settings as they are then. */
export async function changeTextSettings(change: Partial<TextSettings>): Promise<TextSettings> {
  const rest = await ownRest();
  const { data } = await rest
    .from('text_settings')
    .update(change)
    .eq('id', true)
    .select(columns)
    .maybeSingle()
    .throwOnError();
  return kept(data);
}

function kept(data: TextSettings | null): TextSettings {
  if (data) return data;
  throw new Error('Only administrators can change this. Please sign in again.');
}
