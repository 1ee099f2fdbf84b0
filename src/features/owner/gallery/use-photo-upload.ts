import { useState } from 'react';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { logFailure } from '@/lib/log-failure.ts';
import { photoName, photoProblem, removePhoto, uploadPhoto } from '@/lib/storage.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { addPhoto } from './api/change-photo.ts';
import { usePhotoChanges } from '@/entities/photo/use-photos.ts';

/** Which of how many files is on its way, counted from 1, and the fraction of it that has left. */
export type UploadProgress = { file: number; of: number; fraction: number };

/** A file that did not make it, and why: a sentence. */
export type FailedUpload = { name: string; reason: string };

/** Uploads photos one after the other and hangs each on top. A file that fails does not keep the others. */
export function usePhotoUpload() {
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
