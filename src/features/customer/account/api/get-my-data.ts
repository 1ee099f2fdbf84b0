import { myData } from '@contracts/account.ts';
import { ownRpc } from '@/lib/rpc.ts';

/** Everything that is kept about the signed-in person. */
export const getMyData = () => ownRpc(myData, {});
