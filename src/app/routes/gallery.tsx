import { GalleryScreen } from '@/features/customer/gallery/components/gallery-screen.tsx';

export default GalleryScreen;
