import { useEffect, useRef, type RefObject, useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { usePhotoChanges } from '@/entities/photo/use-photos.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { logFailure } from '@/lib/log-failure.ts';
import { photoName, photoProblem, removePhoto, uploadPhoto } from '@/lib/storage.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { addPhoto } from '../api/change-photo.ts';

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

/** How far an upload has come. It is told aloud in quarters only: a voice for every percent is noise. */
function UploadBar({ progress }: { progress: UploadProgress | null }) {
  const percent = Math.round((progress?.fraction ?? 0) * 100);
  const which = progress ? `Photo ${progress.file} of ${progress.of}` : '';
  return (
    <>
      {progress && (
        <div className="grid w-full gap-2 sm:w-72">
          <div
            role="progressbar"
            aria-label="Upload"
            aria-valuenow={percent}
            aria-valuetext={`${which}, ${percent}%`}
            className="h-1.5 overflow-hidden rounded-full bg-hairline"
          >
            <div
              className="h-full bg-lacquer transition-[width] duration-200"
              style={{ width: `${percent}%` }}
            />
          </div>
          <p aria-hidden="true" className="text-sm text-ink-soft tabular-nums">
            {which} · {percent}%
          </p>
        </div>
      )}
      <p role="status" className="sr-only">
        {progress && `Uploading. ${which}, ${Math.floor(percent / 25) * 25}%`}
      </p>
    </>
  );
}

/** Which of how many files is on its way, counted from 1, and the fraction of it that has left. */
type UploadProgress = { file: number; of: number; fraction: number };

/** A file that did not make it, and why: a sentence. */
type FailedUpload = { name: string; reason: string };

/** Uploads photos one after the other and hangs each on top. A file that fails does not keep the others. */
function usePhotoUpload() {
  const { putOnTop } = usePhotoChanges();
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const [failed, setFailed] = useState<FailedUpload[]>([]);

  const uploadOne = async (file: File, onProgress: (fraction: number) => void) => {
    try {
      const url = await store(file, onProgress);
      putOnTop(await hang(url));
      toast({ title: 'Success!', description: 'Photo uploaded successfully.' });
    } catch (error) {
      const { title, message } = error as UploadFailure;
      toastFailure(title, message);
      setFailed((others) => [...others, { name: file.name, reason: message }]);
    }
  };

  const upload = async (files: readonly File[]) => {
    setFailed([]);
    for (const [index, file] of files.entries()) {
      const at = { file: index + 1, of: files.length };
      setProgress({ ...at, fraction: 0 });
      await uploadOne(file, (fraction) => setProgress({ ...at, fraction }));
    }
    setProgress(null);
  };

  return { upload, progress, failed };
}

/** `title` and `message` are those of the toast. */
class UploadFailure extends Error {
  readonly title: string;

  constructor(title: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.title = title;
  }
}

async function store(file: File, onProgress: (fraction: number) => void): Promise<string> {
  const problem = photoProblem(file);
  if (problem) throw new UploadFailure('Upload Failed', problem);
  try {
    const path = photoName(file, new Date());
    const { publicUrl } = await uploadPhoto({ bucket: 'gallery', path, file, onProgress });
    return publicUrl;
  } catch (error) {
    throw new UploadFailure('Upload Failed', failureSentence(error), error);
  }
}

async function hang(url: string) {
  try {
    return await addPhoto(url);
  } catch (error) {
    // Nothing would ever show that file.
    await removePhoto('gallery', url).catch((left: unknown) =>
      logFailure('An uploaded photo could not be removed', left),
    );
    throw new UploadFailure('Database Error', 'Could not save photo to gallery.', error);
  }
}
