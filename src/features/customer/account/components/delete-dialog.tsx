import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { TextField } from '@/components/ui/field.tsx';
import { PasswordField } from '@/components/ui/password-field.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import { confirmingWord, type useDeletion } from '../use-deletion.ts';

type DeleteDialogProps = { deletion: ReturnType<typeof useDeletion>; hasFactor: boolean };

export function DeleteDialog({ deletion, hasFactor }: DeleteDialogProps) {
  const { typed, type, mistakes, problem } = deletion;
  return (
    <ConfirmDialog
      open={deletion.isAsking}
      onOpenChange={deletion.ask}
      title="Delete your account?"
      description="You can’t undo this, and we can’t restore the account. You will be signed out."
      confirmLabel="Delete my account"
      cancelLabel="Keep my account"
      variant="danger"
      busy={deletion.isBusy}
      onConfirm={deletion.confirm}
    >
      <div className="grid gap-5">
        <TextField
          label={`Type ${confirmingWord} to confirm`}
          required
          error={mistakes.word}
          value={typed.word}
          onChange={type('word')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <PasswordField
          label="Your Password"
          required
          error={mistakes.password}
          value={typed.password}
          onChange={type('password')}
          autoComplete="current-password"
        />
        {hasFactor && (
          <TextField
            label="Code From Your App"
            required
            error={mistakes.code}
            value={typed.code}
            onChange={type('code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
          />
        )}
        <Problem>{problem}</Problem>
      </div>
    </ConfirmDialog>
  );
}
