import { ButtonLink } from '@/components/ui/button-link.tsx';
import { carPhotosPath } from '@/config/paths-of-one.ts';

/** The way to the photos of a visit that is done, and to the consent to show them. */
export function PhotosOfWork({ token }: { token: string }) {
  return (
    <ButtonLink variant="secondary" className="mt-6 max-sm:w-full" to={carPhotosPath(token)}>
      Before and after photos
    </ButtonLink>
  );
}
