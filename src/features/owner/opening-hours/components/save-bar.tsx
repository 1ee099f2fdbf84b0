import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { ownersRefusals } from '@/lib/owners-refusals.ts';
import type { OpeningEditor } from '../use-opening-editor.ts';

/** Under the thumb as long as something is not saved, with what kept it from being. */
export function SaveBar({ editor }: { editor: OpeningEditor }) {
  const { isChanged, isSaving, isOvertaken, problems, failure, save } = editor;
  const [isAsked, setIsAsked] = useState(false);
  const isUnclear = Object.keys(problems).length > 0;
  const words = isUnclear ? 'Please check the fields marked in red.' : failure;
  return (
    <>
      <div data-keep-clear="" className="save-bar on-lacquer" hidden={!isChanged}>
        <p role={words || isOvertaken ? 'alert' : 'status'} className="min-w-0 flex-1 basis-60">
          {isOvertaken
            ? ownersRefusals.rules_changed
            : (words ?? (isChanged ? 'Unsaved changes.' : ''))}
        </p>
        <div className="flex gap-3 max-sm:w-full">
          <Button variant="secondary" className="max-sm:flex-1" onClick={() => setIsAsked(true)}>
            {isOvertaken ? 'Use theirs' : 'Discard'}
          </Button>
          <Button
            busy={isSaving}
            className="max-sm:flex-1"
            onClick={() => void save({ isInsisting: isOvertaken })}
          >
            {saveLabel(editor)}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setIsAsked}
        title="Discard your changes?"
        description="This restores the saved times."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        variant="danger"
        onConfirm={() => {
          setIsAsked(false);
          editor.startOver();
        }}
        focusAfter={() => document.querySelector('h1')}
      />
    </>
  );
}

function saveLabel({ isSaving, isOvertaken }: OpeningEditor): string {
  if (isSaving) return 'Saving...';
  return isOvertaken ? 'Save mine anyway' : 'Save';
}
