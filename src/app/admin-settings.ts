import { adminPaths } from '@/config/admin-paths.ts';

/** A setting, or a part of a screen, which the search finds by its name and by other words for it. */
type AdminSetting = { to: string; label: string; words?: string };

/** What has no entry in the menu (admin-areas.ts). The words are what owners call it. */
export const settings: readonly AdminSetting[] = [
  { to: adminPaths.newBooking, label: 'New booking', words: 'phone call add visit' },
  { to: `${adminPaths.rules}#deposit`, label: 'Deposit', words: 'prepayment down payment' },
  {
    to: `${adminPaths.rules}#cancellation`,
    label: 'Cancellation',
    words: 'cancel policy refund hours fee',
  },
  {
    to: `${adminPaths.rules}#tax`,
    label: 'Tax',
    words: 'taxes hst gst pst vat registration number',
  },
  { to: adminPaths.services, label: 'Prices of services', words: 'packages duration rates' },
  { to: adminPaths.vehicleClasses, label: 'Vehicle classes', words: 'car sizes sedan suv truck' },
  { to: adminPaths.addOns, label: 'Add-ons', words: 'addons extras options upsell' },
  { to: adminPaths.coupons, label: 'Discounts', words: 'coupon promo code voucher sale' },
  { to: adminPaths.business, label: 'Business name', words: 'company description founded' },
  { to: adminPaths.business, label: 'Logo', words: 'picture brand image' },
  { to: adminPaths.business, label: 'Contact', words: 'phone email address location' },
  { to: adminPaths.business, label: 'Social media', words: 'instagram facebook links' },
  { to: adminPaths.businessHistory, label: 'History', words: 'versions restore changes undo' },
  { to: adminPaths.businessPreview, label: 'Preview', words: 'website draft look' },
  { to: `${adminPaths.time}#week`, label: 'Opening hours', words: 'week days open closed starts' },
  {
    to: `${adminPaths.time}#special-days`,
    label: 'Holidays and special days',
    words: 'vacation closed christmas',
  },
  {
    to: `${adminPaths.time}#time-off`,
    label: 'Blocked time',
    words: 'block time off vacation holiday',
  },
  {
    to: `${adminPaths.time}#giving-out`,
    label: 'Notice and crews',
    words: 'minimum lead buffer between bookings teams days ahead',
  },
  {
    to: `${adminPaths.time}#area`,
    label: 'Service area',
    words: 'postal codes distance where map',
  },
  {
    to: `${adminPaths.travel}#drives`,
    label: 'Drive times',
    words: 'travel distance kilometres speed road minutes van reach',
  },
  {
    to: `${adminPaths.travel}#base`,
    label: 'Base of the vans',
    words: 'travel start home depot garage postal code',
  },
  {
    to: `${adminPaths.travel}#on-site`,
    label: 'Setting up and packing up',
    words: 'travel setup minutes before after visit',
  },
  {
    to: `${adminPaths.travel}#nearby`,
    label: 'Nearby times',
    words: 'travel discount close neighbour mark',
  },
  { to: adminPaths.crews, label: 'Members of crews', words: 'staff employees team vans login' },
  { to: adminPaths.mailSettings, label: 'Reminder', words: 'email mail day before' },
  { to: adminPaths.mailSettings, label: 'Review request', words: 'email mail ask' },
  {
    to: adminPaths.texts,
    label: 'Texts to customers',
    words: 'sms text messages phone reminder quiet hours limit consent',
  },
  {
    to: adminPaths.websiteTexts,
    label: 'Policies',
    words: 'privacy terms cancellation legal footer conditions',
  },
  {
    to: adminPaths.websiteTexts,
    label: 'Chat answers',
    words: 'assistant faq questions bot insurance',
  },
  { to: adminPaths.templates, label: 'Wording of emails', words: 'mail text messages template' },
  { to: adminPaths.money, label: 'Export', words: 'accountant quickbooks xero csv download' },
  { to: adminPaths.payments, label: 'Disputes', words: 'chargeback refunds attention' },
  {
    to: adminPaths.calendarFeed,
    label: 'Calendar address',
    words: 'google apple outlook ical subscribe feed',
  },
  {
    to: adminPaths.records,
    label: 'Retention',
    words: 'how long kept privacy data delete pipeda records',
  },
  { to: `${adminPaths.account}#password`, label: 'Password', words: 'account login sign in' },
  {
    to: `${adminPaths.account}#second-factor`,
    label: 'Second factor',
    words: 'two-step verification 2fa authenticator code',
  },
];
