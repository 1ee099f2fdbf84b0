-- Emails and the page of a payment link tell each tax of a booking, with the owner's registration number.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- A row for each tax of a booking with its registration number, from lines like "GST (5%): $5.00".
create function private.mail_tax_lines(prefix text default '') returns text
language sql immutable set search_path = ''
as $$
  -- A process of the former version has no tax_lines.
  select '{% if tax_lines %}{% assign taxes = tax_lines | split: "\n" %}{% for tax_line in taxes %}'
    || '{% assign parts = tax_line | split: ": $" %}'
    || private.mail_line(prefix || '{{ parts[0] }}', '${{ parts[1] }}')
    || '{% endfor %}{% else %}' || private.mail_line_unless_zero(prefix || '{{ tax_label }}', 'tax')
    || '{% endif %}' || chr(10);
$$;

-- What the page of a payment link shows, in cents: due is the amount that can be paid online now, paid what was paid
-- and not refunded. `latest` is the last payment of the balance that arrived, or null. Null when the link is unknown,
-- revoked or expired. `booking_id` is for the server: the page must not reveal it.
-- -> {booking_id, state: due | processing | paid | cancelled | rained_out, first_name, service_name, booking_date,
-- booking_time, total_cents, tax_cents, tax_label, tax_lines, paid_cents, due_cents, latest: {amount_cents, tip_cents,
-- settled_at, is_refunded}}
create or replace function public.balance_of_link(token text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'booking_id', booking.id,
    'state', case
      when booking.status = 'cancelled' then 'cancelled'
      when private.due_on_site_cents(booking) = 0 then 'paid'
      when private.is_rained_out(booking.id) then 'rained_out'
      when exists (
        select from public.payments
        where booking_id = booking.id and purpose = 'balance' and status = 'processing'
      ) then 'processing'
      else 'due'
    end,
    'first_name', split_part(booking.customer_name, ' ', 1),
    'service_name', booking.service_name,
    'booking_date', booking.booking_date,
    'booking_time', to_char(booking.booking_time, 'HH24:MI'),
    'total_cents', booking.total_cents,
    'tax_cents', booking.tax_cents,
    'tax_label', booking.tax_label,
    'tax_lines', booking.tax_lines,
    'paid_cents', money.paid_cents - money.refunded_cents,
    'due_cents', private.balance_cents(booking),
    'latest', (
      select jsonb_build_object(
        'amount_cents', payment.amount_cents,
        'tip_cents', payment.tip_cents,
        'settled_at', payment.settled_at,
        'is_refunded', private.keepable_cents(payment) = 0
      )
      from public.payments as payment
      where payment.booking_id = booking.id and payment.purpose = 'balance' and payment.status = 'succeeded'
      order by payment.settled_at desc
      limit 1
    )
  )
  from private.payment_link_of(token) as link
  join public.bookings as booking on booking.id = link.booking_id
  cross join lateral private.money_of(booking.id) as money;
$$;

revoke all on function private.mail_tax_lines from public, anon, authenticated, service_role;

-- Rewords a part of a default email, and of the template in use that the owner has not edited. A template that a later
-- one has replaced stays: its update would put it back in use.
create function pg_temp.reword_part(kind text, former_part text, new_part text) returns void
language sql
as $$
  update public.email_templates as template
  set content = replace(template.content, former_part, new_part)
  from public.default_mails as former
  where former.template_type = kind and template.template_type = kind
    and (template.name, template.subject, template.content) = (former.name, former.subject, former.content)
    and not exists (
      select from public.email_templates as other
      where other.template_type = kind and other.updated_at > template.updated_at
    );
  update public.default_mails set content = replace(content, former_part, new_part) where template_type = kind;
$$;

select pg_temp.reword_part(kind, private.mail_line_unless_zero('{{ tax_label }}', 'tax'), private.mail_tax_lines())
from unnest(array['booking_confirmation', 'receipt']) as kind;

select pg_temp.reword_part(
  'phone_booking',
  private.mail_line_unless_zero('Coupon', 'discount', '−'),
  private.mail_line_unless_zero('Coupon', 'discount', '−') || private.mail_tax_lines()
);

select pg_temp.reword_part(
  'payment_link',
  private.mail_line('Total', '{{ total }}'),
  private.mail_line('Total', '{{ total }}') || private.mail_tax_lines('of that, ')
);

drop function pg_temp.reword_part;
