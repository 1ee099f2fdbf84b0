-- A business that has been running for a while: reviews, and bookings that are over. Dates follow today.

insert into public.bookings (
  customer_name, customer_email, customer_phone, service_id, service_name, vehicle_type, car_model, car_year,
  booking_date, booking_time, duration_minutes, status, deposit_paid, payment_option, price_cents, tax_cents,
  total_cents, due_now_cents, deposit_cents, tax_label, free_cancellation_hours, address, city, province, postal_code
)
select
  person.name, person.email, '+19055550100', person.service_id, person.service_name, person.vehicle_type,
  person.car_model, person.car_year, (now() at time zone 'America/Toronto')::date - person.days_ago,
  person.booking_time::time, person.duration_minutes, 'paid', false, 'pay_full_online', person.price_cents,
  person.tax_cents, person.price_cents + person.tax_cents, person.price_cents + person.tax_cents, 2000, 'GST (5%)', 24,
  person.address, person.city, 'ON', person.postal_code
from (values
  ('Priya Nair', 'priya@example.com', 'premium-detailing', 'Premium Detailing', 'suv', 'Toyota RAV4', 2021, 9, '09:00', 180, 11999, 600, '14 Old Mill Lane', 'Caledon', 'L7C 1J2'),
  ('Tom Okafor', 'tom@example.com', 'basic-wash', 'Basic Wash', 'sedan', 'Honda Civic', 2018, 16, '15:00', 120, 6500, 325, '202 Heritage Road', 'Brampton', 'L6Y 0A1'),
  ('Marie Tremblay', 'marie@example.com', 'luxury-package', 'Luxury Package', 'sedan', 'BMW 330i', 2023, 23, '12:00', 240, 12999, 650, '7 Queen Street South', 'Bolton', 'L7E 1C9')
) as person (
  name, email, service_id, service_name, vehicle_type, car_model, car_year, days_ago, booking_time, duration_minutes,
  price_cents, tax_cents, address, city, postal_code
);

insert into public.slot_claims (during, booking_id, service_name)
select private.span_of(booking), booking.id, booking.service_name
from public.bookings as booking
where booking.customer_email in ('priya@example.com', 'tom@example.com', 'marie@example.com');

insert into public.payments (booking_id, method, amount_cents, status, settled_at)
select booking.id, 'card', booking.total_cents, 'succeeded', upper(private.span_of(booking))
from public.bookings as booking
where booking.customer_email in ('priya@example.com', 'tom@example.com', 'marie@example.com');

insert into public.reviews (customer_name, rating, comment, is_approved, created_at)
values
  ('Priya N.', 5, 'Two kids and a dog, and the back seat looks the way it did at the dealership. They came to the driveway and left it cleaner than they found it.', true, now() - interval '8 days'),
  ('Tom O.', 5, 'Booked on a Tuesday night, washed on Thursday. Right on time, and not a streak on the glass.', true, now() - interval '15 days'),
  ('Marie T.', 5, 'The paint has a depth I had forgotten it could have. Water still beads off weeks later.', true, now() - interval '22 days'),
  ('Hassan A.', 4, 'Very thorough on the interior. I would have liked a message when they were on their way.', true, now() - interval '31 days'),
  ('Lucy B.', 5, 'Coffee spill from last winter: gone, smell and all.', true, now() - interval '44 days'),
  ('Greg S.', 3, 'Good wash. I had hoped for a little more shine on the wheels.', false, now() - interval '1 day');

-- Drawn for this site, and served with it.
insert into public.gallery_photos (image_url, description, created_at)
values
  ('/demo/sedan-green.webp', 'Luxury Package: clay bar and ceramic coating', now() - interval '2 days'),
  ('/demo/sedan-wheel.webp', 'Tire wax and shine, down to the brake calipers', now() - interval '6 days'),
  ('/demo/suv-burgundy.webp', 'Clay bar treatment for paint after gravel roads', now() - interval '11 days'),
  ('/demo/suv-graphite.webp', 'Premium Detailing for a family SUV', now() - interval '17 days'),
  ('/demo/sedan-silver.webp', 'Basic Wash: exterior, tires, windows and a vacuumed interior', now() - interval '24 days'),
  ('/demo/suv-headlight.webp', 'Ceramic coating: water beads and runs off', now() - interval '33 days');

-- In pixels, so that the page keeps their places free.
update public.gallery_photos as photo
set image_width = size.width, image_height = size.height
from (values
  ('/demo/sedan-green.webp', 1200, 900), ('/demo/sedan-wheel.webp', 1200, 900), ('/demo/suv-burgundy.webp', 1200, 800),
  ('/demo/suv-graphite.webp', 900, 1125), ('/demo/sedan-silver.webp', 1200, 800), ('/demo/suv-headlight.webp', 900, 900)
) as size (image_url, width, height)
where photo.image_url = size.image_url;
