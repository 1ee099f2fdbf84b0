import type { Business } from '../../../../domain/business/business.ts';
import { currentBusiness } from '../../../contracts/business.ts';
import type { AnswerOf } from '../../../contracts/contract.ts';
import type { ServiceRest } from '../http/deps.ts';
import { rpc } from '../http/rpc-answer.ts';

/** The published business, with its secret coupons, and the arrival window that customers are told. */
export const readPublished = (rest: ServiceRest): Promise<AnswerOf<typeof currentBusiness>> =>
  // By GET, which takes one exchange without a body.
  rpc(rest, currentBusiness, {});

export const readBusiness = async (rest: ServiceRest): Promise<Business> =>
  (await readPublished(rest)).business;
