-- The email that tells the owner what customers did: a booking that was paid online, a move, a cancellation.

-- Trigger: queues the email for a change that a customer made. An account of the business is no customer, and an
-- unpaid booking is no news. Without the booking's id, so that it is none of the customer's own emails.
create function private.tell_owner_of_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  news text := case
    when new.action = 'status' and new.was ->> 'status' = 'pending_payment' then 'New booking'
    when new.actor_label not in ('Customer', 'Guest') then null
    when new.action = 'cancelled' and private.is_standing(new.was ->> 'status') then 'Booking cancelled'
    when new.action = 'moved' and exists (
      select from public.bookings where id = new.booking_id and private.is_standing(status)
    ) then 'Booking moved'
  end;
begin
  if news is not null then
    perform public.enqueue_mail(
      'booking_news:' || new.booking_id || ':' || new.id, 'booking_news', (select info_email from private.business), null,
      jsonb_build_object('news', news, 'about', jsonb_strip_nulls(jsonb_build_object(
        'booking_id', new.booking_id,
        'old_date', new.was ->> 'booking_date',
        'old_time', left(new.was ->> 'booking_time', 5)
      )))
    );
  end if;
  return null;
end;
$$;

create trigger tell_owner_of_change after insert on public.booking_changes
  for each row when (new.action in ('status', 'moved', 'cancelled'))
  execute function private.tell_owner_of_change();

select private.add_default_mail(
  'booking_news',
  'News of a booking',
  '{{ news }}: {{ service_name }}, {{ date }}, {{ time }}',
  private.mail_frame(
    '{{ customer_name }}, {{ car }}',
    '{{ news }}',
    private.mail_list(
      private.mail_line('When', '<strong>{{ date }}<br>{{ time }}</strong>'),
      private.mail_line_if('Before', 'former_time'),
      private.mail_line('Service', '{{ service_name }}'),
      private.mail_line('Car', '{{ car }}<br>{{ vehicle }}'),
      private.mail_line('Customer', '{{ customer_name }}<br>{{ customer_phone }}'),
      private.mail_line('Where', '{{ address }}'),
      '{% if news != "Booking cancelled" %}'
        || private.mail_line_if('Gate code or access', 'gate_access')
        || private.mail_line_if('Water tap on site', 'has_water')
        || private.mail_line_if('Power outlet on site', 'has_power')
        || '{% endif %}' || chr(10),
      private.mail_line_if('Notes', 'customer_notes')
    )
    || private.mail_list(
      private.mail_line('Total', '{{ total }}'),
      private.mail_paid_lines(private.mail_line_unless_zero('Paid', 'amount_paid')),
      '{% if news != "Booking cancelled" %}'
        || private.mail_line_unless_zero('<strong>Due on site</strong>', 'due_on_site') || '{% endif %}' || chr(10)
    )
    || private.mail_button('Open the booking', '{{ owner_booking_url }}')
    || private.mail_small_print('You can switch this email off under Automatic emails.')
  )
);

revoke all on function private.tell_owner_of_change from public, anon, authenticated, service_role;
