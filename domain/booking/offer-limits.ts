/** The most add-ons that a business offers, and a booking has. */
export const mostAddOns = 40;

/** The most minutes of a service, and of a visit with its add-ons. The database checks them too. */
export const mostVisitMinutes = 720;
