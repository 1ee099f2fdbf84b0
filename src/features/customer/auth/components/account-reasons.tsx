const reasons = [
  {
    title: 'Every visit in one list',
    text: 'Upcoming and past visits, with their booking IDs.',
  },
  {
    title: 'Changes to your booking',
    text: 'Move a booking to another time, or cancel it. You see your refund first.',
  },
  {
    title: 'Booked as a guest before?',
    text: 'Bookings made with the same email address appear in your account.',
  },
];

/** What an account is good for. */
export function AccountReasons() {
  return (
    <aside aria-labelledby="reasons-heading" className="on-lacquer rounded-badge p-6 sm:p-10">
      <h2 id="reasons-heading" className="heading-3">
        Account benefits
      </h2>
      <ul className="mt-6">
        {reasons.map(({ title, text }) => (
          <li key={title} className="border-t border-white/15 py-5">
            <p className="font-semibold text-citrine">{title}</p>
            <p className="mt-1.5 text-mist">{text}</p>
          </li>
        ))}
      </ul>
      <p className="border-t border-white/15 pt-5 text-mist">You can book without one, too.</p>
    </aside>
  );
}
