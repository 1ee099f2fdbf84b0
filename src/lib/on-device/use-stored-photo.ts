import { useEffect, useState } from 'react';
import { readPhoto } from './operations-store.ts';

/** The address of a photo that this device stores, or of `file` before it does; null until it is read. */
export function useStoredPhoto(key: string, file: Blob | null = null): string | null {
  const [first] = useState(file);
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let isOver = false;
    const show = (photo: Blob | null) => {
      if (isOver || !photo) return;
      made = URL.createObjectURL(photo);
      setUrl(made);
    };
    if (first) show(first);
    else void readPhoto(key).then(show, () => undefined);
    return () => {
      isOver = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [key, first]);
  return url;
}
