import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { WebsiteTextName } from '@domain/texts/policies.ts';
import { websiteTextQuery, type WebsiteText } from '@/entities/website-text/get-website-text.ts';
import { toast } from '@/lib/toast.ts';
import { saveWebsiteText, websiteTextsQuery } from './api/website-texts.ts';

/** Saves one of the texts over the one that was read. */
export function useWebsiteText(name: WebsiteTextName, { revision }: WebsiteText) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: WebsiteText['body']) => saveWebsiteText(name, body, revision),
    onSuccess: (saved) => {
      client.setQueryData(websiteTextQuery(name).queryKey, saved);
      client.setQueryData(
        websiteTextsQuery.queryKey,
        (known) => known && { ...known, [name]: saved },
      );
      toast({ title: 'Saved', description: 'Customers see the new wording from now on.' });
    },
  });
}
