import { useEffect, useRef, type RefObject } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { usePhotoUpload, type FailedUpload } from '../use-photo-upload.ts';
import { UploadIcon } from './gallery-icons.tsx';
import { UploadBar } from './upload-bar.tsx';

/** Chooses photos and uploads them. What could not be uploaded stays named until the next try. */
export function PhotoUpload({ buttonRef }: { buttonRef: RefObject<HTMLButtonElement | null> }) {
  const { upload, progress, failed } = usePhotoUpload();
  const input = useRef<HTMLInputElement>(null);
  const isUploading = progress !== null;
  useFocusKept(buttonRef, isUploading);
  return (
    <div className="grid flex-1 gap-5">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <input
          ref={input}
          type="file"
          accept="image/*"
          multiple
          hidden
          aria-label="Photos to upload"
          onChange={({ target }) => {
            const files = [...(target.files ?? [])];
            // Or the same file could not be chosen again.
            target.value = '';
            if (files.length > 0) void upload(files);
          }}
        />
        <Button
          ref={buttonRef}
          disabled={isUploading}
          busy={isUploading}
          className="max-sm:w-full"
          onClick={() => input.current?.click()}
        >
          {!isUploading && <UploadIcon />}
          {isUploading ? 'Uploading...' : 'Upload Photos'}
        </Button>
        <UploadBar progress={progress} />
      </div>
      {failed.length > 0 && <NotUploaded failed={failed} />}
    </div>
  );
}

function NotUploaded({ failed }: { failed: readonly FailedUpload[] }) {
  return (
    <Notice tone="danger" title="Not in the gallery">
      <ul className="grid gap-1">
        {failed.map(({ name, reason }, index) => (
          <li key={index}>
            <span className="font-medium break-all">{name}</span>: {reason}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** A disabled button drops the focus: it gets it back, unless the focus has gone elsewhere meanwhile. */
function useFocusKept(button: RefObject<HTMLButtonElement | null>, isUploading: boolean) {
  const wasUploading = useRef(false);
  useEffect(() => {
    const isOver = wasUploading.current && !isUploading;
    wasUploading.current = isUploading;
    if (isOver && document.activeElement === document.body) button.current?.focus();
  }, [button, isUploading]);
}
