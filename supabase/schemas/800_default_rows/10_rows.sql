-- Rows that a new database starts with.

insert into private.business (info_email) values ('info@lustre.example');
insert into private.security_settings default values;
insert into private.forgetting default values;
insert into public.payment_scans default values;
insert into public.time_settings default values;
insert into public.travel_settings default values;
insert into public.text_settings default values;
insert into public.opening_hours (weekday) select generate_series(1, 7);

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
select bucket, bucket, bucket <> 'bookings', 10 * 1024 * 1024, '{image/jpeg,image/png,image/webp,image/avif,image/gif}'
from unnest('{reviews,gallery,bookings}'::text[]) as bucket;

insert into public.mail_settings (template_type, wait_hours, send_at) values
  ('rain_day', null, null),
  ('rain_day_called_off', null, null),
  ('waiting_list_offer', null, null),
  -- At this local time of the day before.
  ('booking_reminder', null, '17:00'),
  -- This many hours after a visit is done; at most `most` to one customer in 90 days, a week apart.
  ('review_request', 24, null),
  ('receipt', null, null),
  ('on_my_way', null, null),
  -- Of visits with a photo from after the work.
  ('work_photos', null, null),
  ('booking_news', null, null);

-- The Greater Toronto Area, Caledon included: forward sortation areas of Canada Post that lie in Toronto, Peel, York,
-- Durham or Halton, the rural ones (L0) when most of their places do. L6 and L7 lie in these regions as a whole,
-- L5 is Mississauga, M is Toronto. A database that is in use when it gets these rows serves everywhere instead.
insert into public.service_area (prefix)
select prefix
from unnest(
  array['M', 'L5', 'L6', 'L7']
  -- Durham: Bowmanville, Courtice, Oshawa, Whitby, Ajax, Pickering, Port Perry, Uxbridge. L1A is Port Hope.
  || array['L1B', 'L1C', 'L1E', 'L1G', 'L1H', 'L1J', 'L1K', 'L1L', 'L1M', 'L1N', 'L1P', 'L1R', 'L1S', 'L1T', 'L1V']
  || array['L1W', 'L1X', 'L1Y', 'L1Z', 'L9L', 'L9P', 'L0B', 'L0C']
  -- York: Markham, Newmarket, Stouffville, Richmond Hill, Aurora, Vaughan, Keswick, East Gwillimbury, Georgina, King
  || array['L3L', 'L3P', 'L3R', 'L3S', 'L3T', 'L3X', 'L3Y', 'L4A', 'L4B', 'L4C', 'L4E', 'L4G', 'L4H', 'L4J', 'L4K']
  || array['L4L', 'L4P', 'L4S', 'L9N', 'L0E', 'L0G', 'L0H', 'L0J']
  -- Peel: the east of Mississauga
  || array['L4T', 'L4V', 'L4W', 'L4X', 'L4Y', 'L4Z']
  -- Halton: Milton, Campbellville
  || array['L9E', 'L9T', 'L0P']
) as prefix
where not exists (select from auth.users);

-- The default business, as domain/business/default-business.ts.
insert into public.business_versions (version, business) values (1, $business$
{
  "facts": {
    "name": "Lustre Mobile Detailing",
    "description": "A detailing studio that comes to you: hand washing, deep interior care and lasting protection, in your own driveway.",
    "foundedYear": 2024,
    "phone": "(905) 555-0142",
    "bookingEmail": "bookings@lustre.example",
    "infoEmail": "info@lustre.example",
    "location": "Caledon, Ontario",
    "mailingAddress": "1 Placeholder Road, Caledon, ON L7C 0A0",
    "serviceArea": "Greater Toronto Area",
    "socials": [],
    "logoUrl": null
  },
  "tax": {
    "rates": [
      {
        "label": "GST (5%)",
        "basisPoints": 500,
        "registrationNumber": ""
      }
    ],
    "coversOnSite": false
  },
  "deposit": {
    "kind": "amount",
    "cents": 2000
  },
  "freeCancellationHours": 24,
  "vehicleClasses": [
    {
      "id": "sedan",
      "name": "Sedan"
    },
    {
      "id": "suv",
      "name": "SUV / Compact SUV"
    }
  ],
  "services": [
    {
      "id": "basic-wash",
      "name": "Basic Wash",
      "priceCents": {
        "sedan": 6500,
        "suv": 8500
      },
      "durationMinutes": 120,
      "description": "The essentials, done properly: a careful hand wash, bright tires, a freshly vacuumed cabin and glass you forget is there.",
      "features": [
        "Exterior wash",
        "Tire cleaning",
        "Interior vacuuming",
        "Window cleaning"
      ],
      "isVisible": true
    },
    {
      "id": "premium-detailing",
      "name": "Premium Detailing",
      "priceCents": {
        "sedan": 9999,
        "suv": 11999
      },
      "durationMinutes": 180,
      "description": "A reset, inside and out. Clay leaves the paint smooth as glass, steam lifts what daily driving leaves behind, and the leather gets its suppleness back.",
      "features": [
        "Full exterior wash",
        "Interior deep cleaning (steam/vacuum)",
        "Odor elimination",
        "Clay bar treatment",
        "Leather conditioning",
        "Tire wax/shine"
      ],
      "isVisible": true
    },
    {
      "id": "luxury-package",
      "name": "Luxury Package",
      "priceCents": {
        "sedan": 12999,
        "suv": 14999
      },
      "durationMinutes": 240,
      "description": "Everything we know, on one car. From the engine bay to a ceramic coat that keeps its depth and sheds the weather, every surface is brought back and protected.",
      "features": [
        "Premium exterior wash",
        "Clay bar treatment",
        "Deep interior cleaning",
        "Engine bay cleaning",
        "Ceramic coating",
        "Odor elimination",
        "Leather conditioning",
        "Tire wax/shine"
      ],
      "isVisible": true
    }
  ],
  "addOns": [],
  "coupons": [
    {
      "code": "NEWCUSTOMER20",
      "discount": {
        "kind": "amount",
        "cents": 2000
      },
      "validFrom": null,
      "validUntil": null,
      "isFirstVisitOnly": true,
      "maxUses": null,
      "isAdvertised": true
    }
  ]
}
$business$);
insert into public.business_draft default values;
insert into public.website_texts (name) values ('chat_answers'), ('privacy'), ('terms'), ('cancellation');
insert into public.retention (kind, keep_days, least_days) values
  ('emails', 540, 90), ('texts', 540, 90), ('text_words', 90, 30), ('text_consents', 1460, 1460),
  ('history', 2555, 2555), ('visit_links', 60, 15), ('payment_links', 60, 1), ('provider_events', 90, 30),
  ('inquiries', 730, 30), ('waiting_list', 30, 1), ('unpaid_bookings', 30, 7), ('operations', 90, 30), ('work', 730, 180),
  ('sessions', 30, 30), ('used_tokens', 30, 7), ('codes', 1, 1);
