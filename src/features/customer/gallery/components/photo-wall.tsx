import { Suspense, useState } from 'react';
import { lateScreen } from '@/lib/late.ts';
import { useBackCloses } from '@/lib/use-back-closes.ts';
import type { GalleryPhoto } from '@/entities/photo/gallery-photo.ts';
import { PhotoGrid } from './photo-grid.tsx';
import { tileId } from './photo-tile.tsx';

const LightBox = lateScreen(() => import('./light-box.tsx'));

type PhotoWallProps = {
  photos: readonly GalleryPhoto[];
  onDelete?: (photo: GalleryPhoto) => void;
};

/** The photos side by side, and one of them large when it is opened. */
export function PhotoWall({ photos, onDelete }: PhotoWallProps) {
  const [openId, setOpenId] = useState<string | null>(null);
  useBackCloses(openId !== null, () => setOpenId(null));
  const index = photos.findIndex(({ id }) => id === openId);
  return (
    <>
      <PhotoGrid photos={photos} onOpen={({ id }) => setOpenId(id)} onDelete={onDelete} />
      {index >= 0 && (
        <Suspense fallback={null}>
          <LightBox
            photos={photos}
            index={index}
            onMove={(next) => setOpenId(photos[next]?.id ?? null)}
            onClose={() => setOpenId(null)}
            focusAfter={(photo) => document.getElementById(tileId(photo.id))}
          />
        </Suspense>
      )}
    </>
  );
}
