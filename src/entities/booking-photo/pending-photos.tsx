import { useState } from 'react';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { useServerAway } from '@/lib/connection.ts';
import { discardOperation } from '@/lib/on-device/keep-photo.ts';
import { choicesOf, whatHappened } from '@/lib/on-device/operation-words.ts';
import { changeOperation, type StoredOperation } from '@/lib/on-device/operations-store.ts';
import { sendOperations, useIsSending } from '@/lib/on-device/send-operations.ts';
import { useStoredPhoto } from '@/lib/on-device/use-stored-photo.ts';
import { keepAgain, letGo } from './photos-in-hand.ts';
import type { PendingPhoto } from './use-pending-photos.ts';

type PendingPhotosProps = {
  photos: readonly PendingPhoto[];
  /** The number of photos before these. */
  after: number;
  /** What a photo is called, before its number. */
  label: string;
};

/** Photos that the server does not have, as list items: where each stands, with what can be done about it. */
export const PendingPhotos = ({ photos, after, label }: PendingPhotosProps) =>
  photos.map((photo, index) => (
    <Pending key={photo.key} photo={photo} name={`${label} ${after + index + 1}`} />
  ));

type PendingProps = { photo: PendingPhoto; name: string };

function Pending({ photo, name }: PendingProps) {
  const previewUrl = useStoredPhoto(photo.key, 'inHand' in photo ? photo.inHand.file : null);
  return (
    <li className="min-w-0">
      {previewUrl ? (
        <img
          src={previewUrl}
          alt={`Preview of ${name}`}
          className="aspect-4/3 w-full border border-hairline object-cover"
        />
      ) : (
        <div className="skeleton aspect-4/3 h-auto w-full" />
      )}
      <State photo={photo} />
      <div className="flex flex-wrap gap-x-4">
        <Choices {...{ photo, name }} />
        <Remove {...{ photo, name }} />
      </div>
    </li>
  );
}

function State({ photo }: { photo: PendingPhoto }) {
  const isAway = useServerAway();
  const isSending = useIsSending();
  const problem = 'inHand' in photo ? photo.inHand.problem : whatHappened(photo.operation);
  if (problem) {
    return (
      <p role="alert" className="mt-1 text-sm font-medium wrap-anywhere text-danger">
        Not sent: {problem}
      </p>
    );
  }
  return (
    <p role="status" className="mt-1 text-sm text-ink-soft">
      {'inHand' in photo ? 'Saving' : isSending && !isAway ? 'Sending' : 'Not sent yet'}
    </p>
  );
}

function Choices({ photo, name }: PendingProps) {
  if ('inHand' in photo) {
    return photo.inHand.problem === null ? null : (
      <button
        type="button"
        className="text-link text-sm"
        aria-label={`Try ${name} again`}
        onClick={() => keepAgain(photo.key)}
      >
        Try again
      </button>
    );
  }
  return choicesOf(photo.operation).map(({ label, change }) => (
    <button
      key={label}
      type="button"
      className="text-link text-sm"
      aria-label={`${label}: ${name}`}
      onClick={() => void changeOperation(photo.key, change).then(sendOperations)}
    >
      {label}
    </button>
  ));
}

/** Asks first: the camera may have kept no other copy. */
function Remove({ photo, name }: PendingProps) {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <button
        type="button"
        className="text-link text-sm"
        aria-label={`Remove ${name}`}
        onClick={() => setIsAsked(true)}
      >
        Remove
      </button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setIsAsked}
        title="Remove this photo?"
        description="It’s not sent yet, so it can’t be restored."
        confirmLabel="Remove"
        cancelLabel="Keep"
        variant="danger"
        onConfirm={() => void drop(photo)}
      />
    </>
  );
}

const drop = async (photo: { key: string; operation?: StoredOperation }) => {
  letGo(photo.key);
  if (photo.operation) await discardOperation(photo.operation);
};
