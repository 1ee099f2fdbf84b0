-- Counts the refunds that the owner has yet to make by hand.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create or replace function private.owner_needs() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'past_visits', (select count(*) from private.unmarked_visits()),
      'past_balances', private.past_balances(),
      'reviews', (
        select count(*) from (select from public.reviews where not is_approved and not is_held_back limit 1000) as waiting
      ),
      'inquiries', private.inquiry_count('new'),
      'payments', (select count(*) from public.payment_findings where closed_at is null)
        + (select count(*) from public.disputes where status in ('needs_response', 'warning_needs_response')),
      'refunds_by_hand', (
        select jsonb_build_object('refunds', count(*), 'cents', coalesce(sum(refund.amount_cents), 0))
        from public.payment_findings as finding
        join public.refunds as refund on refund.id = finding.refund_id
        where finding.closed_at is null and finding.reason = 'owed_by_hand'
      ),
      'rain_unanswered', count(*) filter (where answer.state = 'asked'),
      'rain_declined', count(*) filter (where answer.state = 'declined'),
      'offers', (
        select count(*) from public.offered_times
        where closed_at is null and expires_at > now() and kind = 'waiting'
      ),
      'mails', (select count(*) from private.undelivered_mails()),
      'mail_delay', private.mail_delay(),
      'backup', private.backup_trouble()
    ) || private.text_needs()
    from private.open_rain_answers() as answer
  );
end;
$$;
