import { LoginScreen } from '@/features/customer/auth/components/login-screen.tsx';

export default LoginScreen;
