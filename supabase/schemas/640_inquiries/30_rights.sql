-- Triggers and policies of inquiries.

create trigger clean_typed before insert on public.inquiries
  for each row execute function private.clean_typed('name,subject', 'message');
create trigger refuse_other_than_an_address before insert or update of email on public.inquiries
  for each row execute function private.refuse_other_than_an_address('email');
create trigger refuse_many after insert on public.inquiries
  referencing new table as written
  for each statement execute function private.refuse_many();

create trigger limit_inquiries before insert on public.inquiries
  for each row execute function private.limit_inquiries();

create trigger mail_inquiry after insert on public.inquiries
  for each row when (new.status <> 'held_back') execute function private.mail_inquiry();

create policy "Inquiries can be sent by everyone"
  on public.inquiries for insert to anon, authenticated
  with check (true);

create policy "Inquiries can be read by administrators"
  on public.inquiries for select to authenticated
  using ((select public.is_admin()));

revoke all on function
  public.inquiry_page, public.mark_inquiry, public.find_inquiries, public.delete_held_back_inquiry,
  public.delete_held_back_inquiries, public.answer_inquiry
  from public, anon, authenticated, service_role;
grant execute on function private.inquiry_count, private.queue_held_back_notice to service_role;
grant execute on function
  public.inquiry_page, public.mark_inquiry, public.find_inquiries, public.delete_held_back_inquiry,
  public.delete_held_back_inquiries, public.answer_inquiry
  to authenticated;
