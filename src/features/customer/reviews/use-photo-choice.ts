import { useEffect, useState } from 'react';
import { photoProblem } from '@/lib/storage.ts';

type Chosen = { file: File; previewUrl: string };

/** The photo that goes with a review, if one is chosen, and what is wrong with the last choice. */
export function usePhotoChoice() {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const previewUrl = chosen?.previewUrl;

  // The browser holds on to the photo as long as its address stands.
  useEffect(() => {
    if (previewUrl) return () => URL.revokeObjectURL(previewUrl);
    return undefined;
  }, [previewUrl]);

  return {
    chosen,
    problem,
    /** A file that is refused leaves the photo chosen before it where it is. */
    choose: (file: File) => {
      const found = photoProblem(file);
      setProblem(found);
      if (!found) setChosen({ file, previewUrl: URL.createObjectURL(file) });
    },
    remove: () => {
      setChosen(null);
      setProblem(null);
    },
  };
}
