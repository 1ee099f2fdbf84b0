import { ButtonLink } from '@/components/ui/button-link.tsx';
import { paths } from '@/config/paths.ts';

/** An empty showroom: the light is on, the floor is wet, no car yet. */
export function GettingReady() {
  return (
    <div className="on-lacquer showroom">
      <span aria-hidden="true" className="showroom-light" />
      <p className="heading-2">Our Gallery is Getting Ready!</p>
      <p className="mx-auto mt-4 max-w-md text-mist">
        The first photos are on their way. Yours could be among them.
      </p>
      <ButtonLink to={paths.home} className="mt-8">
        See packages and prices
      </ButtonLink>
    </div>
  );
}
