import { useEffect, useRef, useState, Suspense } from 'react';
import { LeaveQuestion } from '@/components/leave-question.tsx';
import { SelectField, TextField } from '@/components/ui/field.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { lateScreen } from '@/lib/late.ts';
import { parseLetter } from '@domain/mail/parse-letter.ts';
import { parseLine } from '@domain/mail/parse-runs.ts';
import { writeLetter, writeLine } from '@domain/mail/write-letter.ts';
import type { DefaultMail } from '../api/get-default-mails.ts';
import type { Template } from '../api/get-templates.ts';
import { dropDraft } from '../kept-drafts.ts';
import { idsInUse, kindLabel } from '../mail-kinds.ts';
import type { TemplateDraft } from '../template-draft.ts';
import { usePreview } from '../use-preview.ts';
import { problemSentence, useTemplateEditor } from '../use-template-editor.ts';
import { EditorActions, StartOver } from './editor-actions.tsx';
import { HtmlFields } from './html-fields.tsx';
import { MailPreview } from './mail-preview.tsx';
import { PressedChoice } from './pressed-choice.tsx';

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

// As heavy as a whole screen, and needed on this one only.
const LetterForm = lateScreen(() => import('./letter-form.tsx'));

type FormFieldsProps = {
  draft: TemplateDraft;
  errors: Partial<Record<keyof TemplateDraft, string>>;
  variables: Readonly<Record<string, string>>;
  onChange: (part: Partial<TemplateDraft>) => void;
};

/** Whether the form can show all of an email. */
const fitsForm = ({ subject, content }: TemplateDraft): boolean =>
  parseLine(subject) !== null && parseLetter(content) !== null;

/** The email as fields, for a draft that fits them. */
function FormFields({ draft, errors, variables, onChange }: FormFieldsProps) {
  const subject = useWritten(draft.subject, parseLine, writeLine, (text) =>
    onChange({ subject: text }),
  );
  const letter = useWritten(draft.content, parseLetter, writeLetter, (text) =>
    onChange({ content: text }),
  );
  if (!subject.value || !letter.value) return null;
  const { value } = letter;
  return (
    <Suspense fallback={<Spinner label="Loading the editor" className="min-h-80" />}>
      <LetterForm
        key={`${subject.version} ${letter.version}`}
        subject={subject.value}
        letter={value}
        errors={errors}
        variables={variables}
        onSubject={subject.change}
        onChange={(part) => letter.change({ ...value, ...part })}
      />
    </Suspense>
  );
}

/**
 * A text as what it says, for fields that hold their own state. `version` changes when another text than the fields'
 * own has come, for which they begin anew. The value is null for a text that `parse` does not understand.
 */
function useWritten<Value>(
  text: string,
  parse: (text: string) => Value | null,
  write: (value: Value) => string,
  onText: (text: string) => void,
) {
  const [held, setHeld] = useState(() => ({ text, value: parse(text), version: 0 }));

  if (text !== held.text) setHeld({ text, value: parse(text), version: held.version + 1 });

  const change = (value: Value) => {
    const written = write(value);
    setHeld({ ...held, text: written, value });
    onText(written);
  };

  return { value: held.value, version: held.version, change };
}

type TemplateFieldsProps = {
  draft: TemplateDraft;
  defaults: readonly DefaultMail[];
  errors: Partial<Record<keyof TemplateDraft, string>>;
  onChange: (part: Partial<TemplateDraft>) => void;
};

/** What a template is called, and which emails it is for. */
function TemplateFields({ draft, defaults, errors, onChange }: TemplateFieldsProps) {
  const kinds = [...new Set([draft.template_type, ...defaults.map((one) => one.template_type)])];

  // A text nobody touched follows the kind; what was written stays.
  const chooseKind = (template_type: string) => {
    const textOf = (type: string) => defaults.find((one) => one.template_type === type);
    const [before, after] = [textOf(draft.template_type), textOf(template_type)];
    const isUntouched = before?.content === draft.content && before.subject === draft.subject;
    const text = isUntouched && after && { subject: after.subject, content: after.content };
    onChange({ template_type, ...text });
  };

  return (
    <div className="grid items-start gap-x-4 gap-y-6 sm:grid-cols-2">
      <TextField
        label="Name"
        required
        hint="Only administrators see it."
        error={errors.name}
        value={draft.name}
        autoComplete="off"
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <SelectField
        label="Kind of email"
        hint="Determines when it is sent and its variables."
        value={draft.template_type}
        onChange={({ target }) => chooseKind(target.value)}
      >
        {kinds.sort().map((kind) => (
          <option key={kind} value={kind}>
            {kindLabel(kind)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
