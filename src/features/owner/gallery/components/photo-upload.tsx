import { useEffect, useRef, type RefObject } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { usePhotoUpload, type FailedUpload } from '../use-photo-upload.ts';
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

const UploadIcon = () => (
  <svg
    viewBox="0 0 20 20"
    className="size-5 flex-none"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.75}
    aria-hidden="true"
  >
    <path d="M10 13V3.5M6 7l4-4 4 4M3.5 12.5v4h13v-4" />
  </svg>
);

function NotUploaded({ failed }: { failed: readonly FailedUpload[] }) {
  return (
    <Notice tone="danger" title="Not uploaded">
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
