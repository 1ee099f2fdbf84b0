-- The server's functions no longer need a role that bypasses row-level security, which few managed PostgreSQL grant.
-- Their grants stay what they are.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create policy "Server functions may do what they are granted"
  on private.business for all to service_role using (true) with check (true);
create policy "Server functions may do what they are granted"
  on public.admins for all to service_role using (true) with check (true);
create policy "Server functions may do what they are granted"
  on public.booking_changes for all to service_role using (true) with check (true);
create policy "Server functions may do what they are granted"
  on public.booking_notes for all to service_role using (true) with check (true);
create policy "Server functions may do what they are granted"
  on public.bookings for all to service_role using (true) with check (true);
create policy "Server functions may do what they are granted"
  on public.calendar_feeds for all to service_role using (true) with check (true);
create policy "Server functions may do what they are granted"
  on public.coupon_redemptions for all to service_role using (true) with check (true);
create policy "Server functions may do what they are granted"
  on public.customers for all to service_role using (true) with check (true);
create policy "Server functions may do what they are granted"
  on public.default_mails for all to service_role using (true) with check (true);
create policy "Server functions may do what they are granted"
  on public.email_templates for all to service_role using (true) with check (true);
create policy "Server functions may do what they are granted"
  on public.gallery_photos for all to service_role using (true) with check (true);
create policy "Server functions may do what they are granted"
  on public.inquiries for all to service_role using (true) with check (true);
create policy "Server functions may do what they are granted"
  on public.inquiry_changes for all to service_role using (true) with check (true);
create policy "Server functions may do what they are granted"
  on public.mail_choices for all to service_role using (true) with check (true);
create policy "Server functions may do what they are granted"
  on public.mail_outbox for all to service_role using (true) with check (true);
create policy "Server functions may do what they are granted"
  on public.mail_settings for all to service_role using (true) with check (true);
create policy "Server functions may do what they are granted"
  on public.offered_times for all to service_role using (true) with check (true);
create policy "Server functions may do what they are granted"
  on public.opening_exceptions for all to service_role using (true) with check (true);
create policy "Server functions may do what they are granted"
  on public.opening_hours for all to service_role using (true) with check (true);
create policy "Server functions may do what they are granted"
  on public.payment_findings for all to service_role using (true) with check (true);
create policy "Server functions may do what they are granted"
  on public.payments for all to service_role using (true) with check (true);
create policy "Server functions may do what they are granted"
  on public.rain_answers for all to service_role using (true) with check (true);
create policy "Server functions may do what they are granted"
  on public.rain_days for all to service_role using (true) with check (true);
create policy "Server functions may do what they are granted"
  on public.refunds for all to service_role using (true) with check (true);
create policy "Server functions may do what they are granted"
  on public.reviews for all to service_role using (true) with check (true);
create policy "Server functions may do what they are granted"
  on public.service_area for all to service_role using (true) with check (true);
create policy "Server functions may do what they are granted"
  on public.slot_claims for all to service_role using (true) with check (true);
create policy "Server functions may do what they are granted"
  on public.stripe_events for all to service_role using (true) with check (true);
create policy "Server functions may do what they are granted"
  on public.time_settings for all to service_role using (true) with check (true);
create policy "Server functions may do what they are granted"
  on public.waiting_list for all to service_role using (true) with check (true);
