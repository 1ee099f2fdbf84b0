import { useMemo, useState } from 'react';
import type { FoundCaller } from '@contracts/customers.ts';
import { findAddOns } from '@domain/booking/add-ons.ts';
import {
  chosenVehicleClass,
  findService,
  visibleServices,
  type VehicleType,
} from '@domain/booking/catalogue.ts';
import type { HeldFor } from '@/entities/waiting-list/held-for.ts';
import { useBusiness } from '@/lib/business.ts';
import { workOf } from './known-caller.ts';

/**
 * What is booked: as held, else as on the customer's most recent visit, else the first service. The vehicle class of a
 * car that is not known is '' until it is chosen.
 */
export function usePhoneWork(heldFor: HeldFor | null, again: FoundCaller | null) {
  const business = useBusiness();
  const known = again && workOf(again, business);
  const [wantedService, setServiceId] = useState(heldFor?.serviceId ?? known?.service?.id ?? '');
  const [wantedVehicle, setWantedVehicle] = useState(
    heldFor?.vehicleType ?? known?.vehicleType ?? '',
  );
  const [wantedAddOns, setAddOns] = useState<readonly string[]>(
    () => heldFor?.addOns?.map(({ id }) => id) ?? known?.addOns ?? [],
  );
  const addOns = useMemo(() => findAddOns(business, wantedAddOns), [business, wantedAddOns]);
  const [vehicleProblem, setVehicleProblem] = useState<string | null>(null);
  const vehicle = chosenVehicleClass(business, wantedVehicle);
  const setVehicleType = (id: VehicleType) => {
    setWantedVehicle(id);
    setVehicleProblem(null);
  };
  return {
    service: findService(business, wantedService) ?? visibleServices(business)[0],
    vehicleType: vehicle?.id ?? '',
    vehicleProblem,
    setVehicleProblem,
    addOns,
    setServiceId,
    setVehicleType,
    setAddOns,
    /** As on the customer's most recent visit; what a time is held for stays. */
    repeat: (caller: FoundCaller) => {
      const { service, addOns: wanted, vehicleType: size } = workOf(caller, business);
      if (service && !heldFor) {
        setServiceId(service.id);
        setAddOns(wanted);
      }
      setVehicleType(size ?? '');
    },
  };
}
