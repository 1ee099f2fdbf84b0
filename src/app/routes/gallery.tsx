import { GalleryScreen } from '@/features/customer/gallery/components/gallery-screen.tsx';
import { lateScreen } from '@/lib/late.ts';

// What uploads and deletes is only loaded for those who may.
const ManagedWall = lateScreen(
  () => import('@/features/owner/gallery/components/managed-wall.tsx'),
);

export default function Gallery() {
  return <GalleryScreen Management={ManagedWall} />;
}
