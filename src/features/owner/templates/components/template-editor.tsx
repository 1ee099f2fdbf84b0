import { useEffect, useRef } from 'react';
import { LeaveQuestion } from '@/components/leave-question.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import type { DefaultMail } from '../api/get-default-mails.ts';
import type { Template } from '../api/get-templates.ts';
import { dropDraft } from '../kept-drafts.ts';
import { useInsertion } from '../use-insertion.ts';
import { problemSentence, useTemplateEditor } from '../use-template-editor.ts';
import type { TemplateDraft } from '../template-draft.ts';
import { usePreview } from '../use-preview.ts';
import { idsInUse, kindLabel } from '../mail-kinds.ts';
import { ContentField } from './content-field.tsx';
import { EditorActions } from './editor-actions.tsx';
import { MailPreview } from './mail-preview.tsx';
import { TemplateFields } from './template-fields.tsx';
import { VariableButtons } from './variable-buttons.tsx';

type TemplateEditorProps = {
  id: string | null;
  start: TemplateDraft;
  templates: readonly Template[];
  defaults: readonly DefaultMail[];
  onSaved: (template: Template) => void;
};

/** A mail being written, and beside it what arrives. */
export function TemplateEditor({ id, start, templates, defaults, onSaved }: TemplateEditorProps) {
  const savedAt = templates.find((template) => template.id === id)?.updated_at ?? null;
  const editor = useTemplateEditor({ id, start, savedAt, onSaved });
  const { draft, change, errors, failure, refusals } = editor;
  const preview = usePreview(draft);
  const problem = preview.data?.problem ?? null;
  const { content, subject, target, aimAt, insert } = useInsertion();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [refusals]);
  const original = defaults.find((one) => one.template_type === draft.template_type);

  return (
    <div className="grid items-start gap-12 lg:grid-cols-2 lg:gap-10">
      <form
        ref={form}
        noValidate
        aria-label="Template"
        className="grid min-w-0 gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          void editor.save();
        }}
      >
        <InUseNote id={id} draft={draft} templates={templates} />
        <TemplateFields
          draft={draft}
          defaults={defaults}
          errors={errors}
          subjectProblem={problem?.field === 'subject' ? problem.message : undefined}
          subjectRef={subject}
          onSubjectFocus={() => aimAt('subject')}
          onChange={change}
        />
        <VariableButtons
          variables={preview.data?.variables ?? {}}
          target={target}
          onInsert={insert}
        />
        <ContentField
          ref={content}
          value={draft.content}
          error={errors.content}
          problem={problem?.field === 'content' ? problem : null}
          onFocus={() => aimAt('content')}
          onChange={(written) => change({ content: written })}
        />
        {failure && !problem && (
          <Notice tone="danger" role="alert" title="Save Failed">
            {failure}
          </Notice>
        )}
        <EditorActions editor={editor} original={original} />
      </form>
      <MailPreview query={preview} problem={problem && problemSentence(problem)} />
      <LeaveQuestion
        isChanged={editor.isChanged}
        description="Your changes to this template would be lost."
        onLeave={() => dropDraft(id)}
      />
    </div>
  );
}

type InUseNoteProps = { id: string | null; draft: TemplateDraft; templates: readonly Template[] };

/** What saving does to the mail that goes out. */
function InUseNote({ id, draft, templates }: InUseNoteProps) {
  const kind = kindLabel(draft.template_type);
  const saved = templates.find((one) => one.id === id);
  const isInUse = saved?.template_type === draft.template_type && idsInUse(templates).has(saved.id);
  return (
    <p className="border-l-4 border-brass bg-citrine-wash px-5 py-4 text-sm">
      {isInUse
        ? `In use: every “${kind}” email uses this template. Changes apply from the next email.`
        : `Not in use yet: once saved, every “${kind}” email uses this template.`}
    </p>
  );
}
