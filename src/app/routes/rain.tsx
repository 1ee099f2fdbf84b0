import { RainOfferScreen } from '@/features/customer/rain-day/components/rain-offer-screen.tsx';

export default RainOfferScreen;
