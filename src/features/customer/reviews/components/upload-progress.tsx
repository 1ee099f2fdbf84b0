/** How far the upload has come. `fraction` is from 0 to 1. */
export function UploadProgress({ fraction }: { fraction: number }) {
  const percent = Math.round(fraction * 100);
  return (
    <div className="mt-4">
      {/* Said once: the numbers that follow are read from the bar by whoever asks for them. */}
      <p role="status" className="text-sm font-semibold">
        {fraction < 1 ? 'Uploading your photo' : 'Preparing your photo'}
      </p>
      <progress
        aria-label="Photo upload"
        className="upload-progress mt-2"
        value={percent}
        max={100}
      />
    </div>
  );
}
