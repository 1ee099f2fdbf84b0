import { CarPhotosScreen } from '@/features/customer/car-photos/components/car-photos-screen.tsx';

export default CarPhotosScreen;
