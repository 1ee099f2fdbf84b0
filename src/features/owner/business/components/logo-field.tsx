import { useRef } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Button } from '@/components/ui/button.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { photoName, photoProblem, uploadPhoto } from '@/lib/storage.ts';

type LogoFieldProps = {
  /** Null for the drawn logo. */
  address: string | null;
  error: string | undefined;
  onChange: (address: string | null) => void;
};

/** Uploads a logo to the gallery's storage, which administrators alone can write to. */
export function LogoField({ address, error, onChange }: LogoFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const problem = photoProblem(file);
      if (problem) throw new Error(problem);
      const path = photoName(file, new Date());
      const { publicUrl } = await uploadPhoto({ bucket: 'gallery', path, file });
      return withoutOwnOrigin(publicUrl);
    },
    onSuccess: onChange,
  });
  return (
    <div className="mt-6 grid gap-5">
      {address ? (
        <img
          src={address}
          alt="Your logo"
          className="h-20 max-w-full justify-self-start bg-lacquer object-contain p-3"
        />
      ) : (
        <p className="text-ink-soft">Your site shows the drawn logo with your name.</p>
      )}
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label="Logo to upload"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) upload.mutate(file);
          // Or the same file could not be chosen again.
          target.value = '';
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" busy={upload.isPending} onClick={() => input.current?.click()}>
          {upload.isPending ? 'Uploading...' : 'Upload logo'}
        </Button>
        {address && (
          <Button variant="ghost" onClick={() => onChange(null)}>
            Use the drawn logo
          </Button>
        )}
      </div>
      <Problem title="Not uploaded">{upload.error && failureSentence(upload.error)}</Problem>
      <Problem>{error}</Problem>
    </div>
  );
}

/** A site may move; a picture of its own storage moves with it. */
const withoutOwnOrigin = (address: string): string => {
  const { origin, pathname } = new URL(address, location.origin);
  return origin === location.origin ? pathname : address;
};
