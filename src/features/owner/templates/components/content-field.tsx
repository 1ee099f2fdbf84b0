import { Suspense, type RefObject } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { lateScreen } from '@/lib/late.ts';
import type { TemplateProblem } from '@contracts/mail.ts';
import type { CodeEditorHandle } from '../editor/code-editor.tsx';

// As heavy as a whole screen, and needed on this one only.
const CodeEditor = lateScreen(() => import('../editor/code-editor.tsx'));

type ContentFieldProps = {
  ref: RefObject<CodeEditorHandle | null>;
  value: string;
  error: string | undefined;
  problem: TemplateProblem | null;
  onFocus: () => void;
  onChange: (content: string) => void;
};

const hint =
  'Email programs support tables and inline styles. Scripts, forms and style sheets are removed. ' +
  'The Tab key leaves the editor.';

export function ContentField({ ref, value, error, problem, onFocus, onChange }: ContentFieldProps) {
  const goTo = ({ line, column }: TemplateProblem) => ref.current?.goTo(line, column);
  return (
    <div className="min-w-0">
      <p aria-hidden="true" className="mb-2 text-sm font-semibold">
        Email (HTML)<span className="text-brass"> *</span>
      </p>
      <Suspense fallback={<Spinner label="Loading the editor" className="min-h-80" />}>
        <CodeEditor
          ref={ref}
          value={value}
          onChange={onChange}
          onFocus={onFocus}
          problemLine={problem?.line ?? null}
          label="Email (HTML)"
          description={hint}
        />
      </Suspense>
      <p className="mt-2 text-sm text-ink-soft">{hint}</p>
      {error && <p className="mt-2 text-sm font-medium text-danger">{error}</p>}
      <div role="status">
        {problem && (
          <Notice tone="danger" className="mt-4" title={`Line ${problem.line} has an error`}>
            <p>{problem.message}</p>
            <Button variant="secondary" className="mt-4" onClick={() => goTo(problem)}>
              Go to line {problem.line}
            </Button>
          </Notice>
        )}
      </div>
    </div>
  );
}
