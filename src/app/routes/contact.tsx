import { ContactScreen } from '@/features/contact/components/contact-screen.tsx';

export default ContactScreen;
