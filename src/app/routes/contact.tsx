import { ContactScreen } from '@/features/customer/contact/components/contact-screen.tsx';

export default ContactScreen;
