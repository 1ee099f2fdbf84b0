-- The emails about refunds say how the part that can't go to a card comes. Templates that the owner changed stay.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

update public.email_templates as template
set content = replace(template.content, 'We will refund it to you directly.', 'We will send it by e-transfer or pay it in cash, and contact you to arrange it.')
from public.default_mails as former
where former.template_type = template.template_type
  and (template.name, template.subject, template.content) = (former.name, former.subject, former.content)
  and strpos(former.content, 'We will refund it to you directly.') > 0;
update public.default_mails
set content = replace(content, 'We will refund it to you directly.', 'We will send it by e-transfer or pay it in cash, and contact you to arrange it.')
where strpos(content, 'We will refund it to you directly.') > 0;
