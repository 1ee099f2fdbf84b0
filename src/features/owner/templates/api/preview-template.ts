import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { previewedTemplate, sentTestMail } from '@contracts/mail.ts';
import { callFunction } from '@/lib/call-function.ts';
import type { TemplateDraft } from '../template-draft.ts';

export const previewTemplate = ({ subject, content, template_type }: TemplateDraft) =>
  callFunction(previewedTemplate, { subject, content, template_type });

export const previewQuery = (draft: TemplateDraft) =>
  queryOptions({
    queryKey: ['template-preview', draft.template_type, draft.subject, draft.content],
    queryFn: () => previewTemplate(draft),
    placeholderData: keepPreviousData,
    // Every pause in the typing makes one: none of them is worth keeping.
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });

/** Mails the template as it stands in the editor to the administrator. Throws with what is wrong with it. */
export const sendTestMail = ({ subject, content, template_type }: TemplateDraft) =>
  callFunction(sentTestMail, { subject, content, template_type });
