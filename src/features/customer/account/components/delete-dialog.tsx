import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import { PasswordInput } from '@/components/ui/password-input.tsx';
import { TextInput } from '@/components/ui/text-input.tsx';
import { confirmingWord, type useDeletion } from '../use-deletion.ts';

type DeleteDialogProps = { deletion: ReturnType<typeof useDeletion>; hasFactor: boolean };

export function DeleteDialog({ deletion, hasFactor }: DeleteDialogProps) {
  const { typed, type, mistakes, problem } = deletion;
  return (
    <ConfirmDialog
      open={deletion.isAsking}
      onOpenChange={deletion.ask}
      title="Delete your account?"
      description="You can’t undo this, and we can’t restore the account. You will be logged out."
      confirmLabel="Delete my account"
      cancelLabel="Keep my account"
      variant="danger"
      busy={deletion.isBusy}
      onConfirm={deletion.confirm}
    >
      <div className="grid gap-5">
        <Field label={`Type ${confirmingWord} to confirm`} required error={mistakes.word}>
          {(control) => (
            <TextInput
              {...control}
              value={typed.word}
              onChange={type('word')}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
          )}
        </Field>
        <Field label="Your Password" required error={mistakes.password}>
          {(control) => (
            <PasswordInput
              {...control}
              value={typed.password}
              onChange={type('password')}
              autoComplete="current-password"
            />
          )}
        </Field>
        {hasFactor && (
          <Field label="Code From Your App" required error={mistakes.code}>
            {(control) => (
              <TextInput
                {...control}
                value={typed.code}
                onChange={type('code')}
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={12}
              />
            )}
          </Field>
        )}
        <Problem>{problem}</Problem>
      </div>
    </ConfirmDialog>
  );
}
