import { sentTestMail } from '@contracts/mail.ts';
import { callFunction } from '@/lib/call-function.ts';
import type { TemplateDraft } from '../template-draft.ts';

/** Mails the template as it stands in the editor to the administrator. Throws with what is wrong with it. */
export const sendTestMail = ({ subject, content, template_type }: TemplateDraft) =>
  callFunction(sentTestMail, { subject, content, template_type });
