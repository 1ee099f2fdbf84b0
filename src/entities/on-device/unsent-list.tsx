import { useState } from 'react';
import { Link } from 'wouter';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { Button } from '@/components/ui/button.tsx';
import { formatMoment } from '@/lib/moments.ts';
import { discardOperation } from '@/lib/on-device/keep-photo.ts';
import { choicesOf, inWords, whatHappened, type Choice } from '@/lib/on-device/operation-words.ts';
import { changeOperation, type StoredOperation } from '@/lib/on-device/operations-store.ts';
import { sendOperations } from '@/lib/on-device/send-operations.ts';
import { useStoredPhoto } from '@/lib/on-device/use-stored-photo.ts';

type UnsentListProps = {
  operations: readonly StoredOperation[];
  /** The address of a visit. */
  pathOf: (bookingId: string) => string;
};

/** What is to be sent, each with what happened to it, and a way to discard it. */
export function UnsentList({ operations, pathOf }: UnsentListProps) {
  return (
    <ul className="grid max-w-2xl gap-4">
      {operations.map((operation) => (
        <li
          key={operation.key}
          className={`border-l-4 bg-ivory p-5 ${operation.refused ? 'border-danger' : 'border-brass'}`}
        >
          <Unsent operation={operation} path={pathOf(operation.bookingId)} />
        </li>
      ))}
    </ul>
  );
}

function Unsent({ operation, path }: { operation: StoredOperation; path: string }) {
  const { refused, kind, input } = operation;
  const choose = (choice: Choice) =>
    void changeOperation(operation.key, choice.change).then(sendOperations);
  const choices = choicesOf(operation);
  const isNote = kind === 'note';
  return (
    <article aria-label={`${inWords(operation)}, ${operation.visit}`}>
      <h2 className="font-semibold">{inWords(operation)}</h2>
      <p className="text-sm text-ink-soft">
        <Link to={path} className="text-link">
          {operation.visit}
        </Link>{' '}
        · {formatMoment(new Date(operation.madeAt).toISOString())}
      </p>
      {kind === 'photo' && <Photo operation={operation} />}
      {isNote && <Text label={refused ? 'Your note' : null} text={String(input['text'])} />}
      {isNote && refused?.visit?.note && (
        <Text label="Current note" text={refused.visit.note.text || 'The note is now empty.'} />
      )}
      {refused ? (
        <p className="mt-3 font-semibold text-danger">
          Needs your decision.{' '}
          <span className="font-normal text-ink">{whatHappened(operation)}</span>
        </p>
      ) : (
        <p className="mt-3 text-sm">Not sent yet.</p>
      )}
      {choices.map(
        ({ hint }) =>
          hint && (
            <p key={hint} className="mt-1 text-sm text-ink-soft">
              {hint}
            </p>
          ),
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {choices.map((choice) => (
          <Button key={choice.label} onClick={() => choose(choice)}>
            {choice.label}
          </Button>
        ))}
        <Discard operation={operation} />
      </div>
    </article>
  );
}

/** With a way to keep a copy, since the camera may have kept none. */
function Photo({ operation }: { operation: StoredOperation }) {
  const url = useStoredPhoto(operation.key);
  if (!url) return null;
  return (
    <div className="mt-3 flex flex-wrap items-end gap-x-4 gap-y-2">
      <img
        src={url}
        alt={`${inWords(operation)}, not sent`}
        className="aspect-4/3 w-40 border border-hairline object-cover"
      />
      {operation.refused && (
        <a href={url} download="photo.jpg" className="text-link text-sm">
          Save a copy
        </a>
      )}
    </div>
  );
}

const Text = ({ label, text }: { label: string | null; text: string }) => (
  <div className="mt-3 border-l-2 border-citrine pl-3">
    {label && <p className="text-sm text-ink-soft">{label}</p>}
    <p className="wrap-anywhere whitespace-pre-line">{text}</p>
  </div>
);

function Discard({ operation }: { operation: StoredOperation }) {
  const [isOpen, setIsOpen] = useState(false);
  const isMoney = operation.kind === 'payment';
  const isPhoto = operation.kind === 'photo';
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        Discard<span className="sr-only">: {inWords(operation)}</span>
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={
          isMoney ? 'Discard this payment?' : isPhoto ? 'Discard this photo?' : 'Discard this?'
        }
        description={`${inWords(operation)}, ${operation.visit}. ${
          isMoney ? 'This money will not be recorded.' : 'It will not be sent.'
        }`}
        confirmLabel="Discard"
        cancelLabel="Keep"
        variant="danger"
        onConfirm={() => void discardOperation(operation)}
      />
    </>
  );
}
