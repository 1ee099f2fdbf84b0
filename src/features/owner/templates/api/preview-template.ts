import { previewedTemplate } from '@contracts/mail.ts';
import { callFunction } from '@/lib/call-function.ts';
import type { TemplateDraft } from '../template-draft.ts';

export const previewTemplate = ({ subject, content, template_type }: TemplateDraft) =>
  callFunction(previewedTemplate, { subject, content, template_type });
