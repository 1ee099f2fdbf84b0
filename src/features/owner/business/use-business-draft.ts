import { useQueryClient } from '@tanstack/react-query';
import type { Business } from '@domain/business/business.ts';
import { mergeBusiness } from '@domain/business/merge-business.ts';
import { isRefusal } from '@/lib/failure-sentence.ts';
import { businessPageQuery, saveDraft, type BusinessPage } from './api/business-page.ts';

/** The business that the screens edit: the draft, or without one the published business. */
export const editedBusiness = ({ draft, published }: BusinessPage): Business => draft ?? published;

/** What was saved, or the other administrator's changes that saving would replace, in words. */
export type DraftSaved = { ok: true } | { ok: false; lost: string[] };

type Edit = {
  /** The business that the edit began with. */
  basis: Business;
  mine: Business;
  /** Whether to replace another administrator's changes of the same fields. */
  isInsisting?: boolean;
};

const mostTries = 4;

/** Saves an edit to the shared draft, together with what other administrators saved meanwhile. */
export function useSaveDraft() {
  const client = useQueryClient();
  return async ({ basis, mine, isInsisting = false }: Edit): Promise<DraftSaved> => {
    for (let tries = 1; ; tries += 1) {
      const page =
        (tries === 1 && client.getQueryData(businessPageQuery.queryKey)) ||
        (await client.query({ ...businessPageQuery, staleTime: 0 }));
      const { business, lost } = mergeBusiness(basis, mine, editedBusiness(page));
      if (lost.length > 0 && !isInsisting) return { ok: false, lost };
      try {
        const saved = await saveDraft(business, page.revision);
        client.setQueryData(businessPageQuery.queryKey, saved);
        return { ok: true };
      } catch (error) {
        if (!isRefusal(error, 'business_changed') || tries === mostTries) throw error;
      }
    }
  };
}
