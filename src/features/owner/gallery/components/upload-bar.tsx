import type { UploadProgress } from '../use-photo-upload.ts';

/** How far an upload has come. It is told aloud in quarters only: a voice for every percent is noise. */
export function UploadBar({ progress }: { progress: UploadProgress | null }) {
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
