-- Where travel counts, fewer than three times may be held for a customer of a rain day: the email names no number.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create function pg_temp.without_number(html text) returns text
language sql
as $$
  select replace(
    replace(html, 'We hold three times for you until', 'We hold other times for you until'),
    'We hold three other times for you, free of charge:', 'We hold these times for you, free of charge:'
  );
$$;

-- A template that the owner has edited keeps her words, and one that a later one has replaced stays.
update public.email_templates as template
set name = 'Rain day: other times', content = pg_temp.without_number(template.content)
from public.default_mails as former
where former.template_type = 'rain_day' and template.template_type = 'rain_day'
  and (template.name, template.subject, template.content) = (former.name, former.subject, former.content)
  and not exists (
    select from public.email_templates as other
    where other.template_type = 'rain_day' and other.updated_at > template.updated_at
  );
update public.default_mails
set name = 'Rain day: other times', content = pg_temp.without_number(content)
where template_type = 'rain_day';
