import { useRef, useState } from 'react';
import { photoName, uploadPhoto } from '@/lib/storage.ts';

/** Stores the photo of a review, and never the same one twice: a second try finds where it lies. */
export function usePhotoUpload() {
  const [progress, setProgress] = useState<number | null>(null);
  const stored = useRef<{ file: File; url: string } | null>(null);

  /** Answers the photo's public address. Throws with the storage's own message. */
  const upload = async (file: File): Promise<string> => {
    if (stored.current?.file === file) return stored.current.url;
    const path = `public/${photoName(file, new Date())}`;
    setProgress(0);
    try {
      const { publicUrl } = await uploadPhoto({
        bucket: 'reviews',
        path,
        file,
        onProgress: setProgress,
      });
      stored.current = { file, url: publicUrl };
      return publicUrl;
    } finally {
      setProgress(null);
    }
  };

  const forget = () => {
    stored.current = null;
  };

  /** `progress` is a fraction from 0 to 1; null while nothing is on its way. */
  return { upload, forget, progress };
}
