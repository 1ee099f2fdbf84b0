import { VisitScreen } from '@/features/customer/visit/components/visit-screen.tsx';

export default VisitScreen;
