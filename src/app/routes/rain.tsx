import { RainOfferScreen } from '@/features/rain-day/components/rain-offer-screen.tsx';

export default RainOfferScreen;
