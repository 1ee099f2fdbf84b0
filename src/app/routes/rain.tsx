import { RainOfferScreen } from '@/features/owner/rain-day/components/rain-offer-screen.tsx';

export default RainOfferScreen;
