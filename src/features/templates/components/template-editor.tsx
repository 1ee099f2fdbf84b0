import { useEffect, useRef, useState } from 'react';
import { Notice } from '@/components/ui/notice.tsx';
import type { DefaultMail } from '../api/get-default-mails.ts';
import type { Template } from '../api/get-templates.ts';
import type { CodeEditorHandle } from '../editor/code-editor.tsx';
import { dropDraft } from '../kept-drafts.ts';
import { problemSentence, useTemplateEditor } from '../use-template-editor.ts';
import type { TemplateDraft } from '../template-draft.ts';
import { usePreview } from '../use-preview.ts';
import { ContentField } from './content-field.tsx';
import { EditorActions } from './editor-actions.tsx';
import { InUseNote } from './in-use-note.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { MailPreview } from './mail-preview.tsx';
import { TemplateFields } from './template-fields.tsx';
import { VariableButtons } from './variable-buttons.tsx';
import './templates.css';

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
  const code = useRef<CodeEditorHandle>(null);
  const subject = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [refusals]);
  const [target, setTarget] = useState<'subject' | 'content'>('content');
  const original = defaults.find((one) => one.template_type === draft.template_type);

  const insert = (name: string) => {
    const text = `{{ ${name} }}`;
    if (target === 'content') code.current?.insert(text);
    else insertIntoInput(subject.current, text);
  };

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
          onSubjectFocus={() => setTarget('subject')}
          onChange={change}
        />
        <VariableButtons
          variables={preview.data?.variables ?? {}}
          target={target}
          onInsert={insert}
        />
        <ContentField
          ref={code}
          value={draft.content}
          error={errors.content}
          problem={problem?.field === 'content' ? problem : null}
          onFocus={() => setTarget('content')}
          onChange={(content) => change({ content })}
        />
        {failure && !problem && (
          <Notice tone="danger" role="alert" title="Save Failed">
            {failure}
          </Notice>
        )}
        <EditorActions editor={editor} original={original} />
      </form>
      <MailPreview query={preview} problem={problem && problemSentence(problem)} />
      <LeaveQuestion isChanged={editor.isChanged} onLeave={() => dropDraft(id)} />
    </div>
  );
}

// As if it had been typed: the browser keeps the cursor, and React hears of the change.
function insertIntoInput(input: HTMLInputElement | null, text: string) {
  if (!input) return;
  const { selectionStart, selectionEnd, value } = input;
  const from = selectionStart ?? value.length;
  input.focus();
  input.setRangeText(text, from, selectionEnd ?? from, 'end');
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
