import type { Business } from '../../../../domain/business/business.ts';
import { currentBusiness } from '../../../contracts/business.ts';
import type { ServiceRest } from '../http/deps.ts';
import { rpcAnswer } from '../http/rpc-answer.ts';

/** The published business, with its secret coupons. Read by GET, which takes one exchange without a body. */
export async function readBusiness(rest: ServiceRest): Promise<Business> {
  const call = rest.rpc(currentBusiness.name, {}, { get: true });
  return (await rpcAnswer(call, currentBusiness.shape)).business;
}
