import { useEffect, useRef, useState } from 'react';
import { LeaveQuestion } from '@/components/leave-question.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import type { DefaultMail } from '../api/get-default-mails.ts';
import type { Template } from '../api/get-templates.ts';
import { dropDraft } from '../kept-drafts.ts';
import { problemSentence, useTemplateEditor } from '../use-template-editor.ts';
import type { TemplateDraft } from '../template-draft.ts';
import { usePreview } from '../use-preview.ts';
import { idsInUse, kindLabel } from '../mail-kinds.ts';
import { EditorActions, StartOver } from './editor-actions.tsx';
import { FormFields, fitsForm } from './form-fields.tsx';
import { HtmlFields } from './html-fields.tsx';
import { MailPreview } from './mail-preview.tsx';
import { PressedChoice } from './pressed-choice.tsx';
import { TemplateFields } from './template-fields.tsx';

type TemplateEditorProps = {
  id: string | null;
  start: TemplateDraft;
  templates: readonly Template[];
  defaults: readonly DefaultMail[];
  onSaved: (template: Template) => void;
};

const modes = { form: 'Form', html: 'Advanced (HTML)' } as const;

/** A mail being written, and beside it what arrives. */
export function TemplateEditor({ id, start, templates, defaults, onSaved }: TemplateEditorProps) {
  const savedAt = templates.find((template) => template.id === id)?.updated_at ?? null;
  const editor = useTemplateEditor({ id, start, savedAt, onSaved });
  const { draft, change, errors, refusals } = editor;
  const preview = usePreview(draft);
  const problem = preview.data?.problem ?? null;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [refusals]);
  const isForm = fitsForm(draft);
  const [chosen, choose] = useState<keyof typeof modes>('form');
  const mode = isForm ? chosen : 'html';
  const variables = preview.data?.variables ?? {};
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
        <TemplateFields draft={draft} defaults={defaults} errors={errors} onChange={change} />
        <PressedChoice label="Editor" options={modes} value={mode} onChange={choose} />
        {chosen !== mode && (
          <Notice role="status" title="The form can’t show this email">
            <p>Its HTML has parts that the form doesn’t know. Edit the HTML, or start over.</p>
            {original && (
              <StartOver editor={editor} original={original} label="Start from the default" />
            )}
          </Notice>
        )}
        {mode === 'form' ? (
          <FormFields draft={draft} errors={errors} variables={variables} onChange={change} />
        ) : (
          <HtmlFields
            draft={draft}
            errors={errors}
            problem={problem}
            variables={variables}
            onChange={(part) => {
              // HTML that fits the form again while it is written doesn't take its editor away.
              choose('html');
              change(part);
            }}
          />
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
