-- Open screens hear of payments that need a look as they hear of payments.

select private.tell_live_about('public.payment_findings', 'payments');
