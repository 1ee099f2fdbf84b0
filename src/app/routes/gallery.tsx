import { GalleryScreen } from '@/features/gallery/components/gallery-screen.tsx';

export default GalleryScreen;
