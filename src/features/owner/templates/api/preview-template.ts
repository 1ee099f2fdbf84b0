import { callFunction } from '@/lib/backend.ts';
import type { TemplateDraft } from '../template-draft.ts';

/** Why a template cannot be sent, and where: lines and columns count from 1. */
export type TemplateProblem = {
  field: 'subject' | 'content';
  line: number;
  column: number;
  message: string;
};

/** A mail as it would look with sample values, or what keeps it from being one. */
export type Preview = {
  /** What this kind of mail may print, with the sample values. */
  variables: Record<string, string>;
} & ({ subject: string; html: string; problem?: undefined } | { problem: TemplateProblem });

export const previewTemplate = ({ subject, content, template_type }: TemplateDraft) =>
  callFunction<Preview>('preview-template', { subject, content, template_type });
