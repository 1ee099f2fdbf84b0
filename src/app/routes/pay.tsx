import { PayBalanceScreen } from '@/features/customer/checkout/balance/pay-balance-screen.tsx';

export default PayBalanceScreen;
