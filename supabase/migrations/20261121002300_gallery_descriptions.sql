-- What a photo of the gallery shows can be put into better words later; the photo itself stays what it is.

grant update (description) on public.gallery_photos to authenticated;

create policy "Descriptions of gallery photos can be changed by administrators"
  on public.gallery_photos for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
