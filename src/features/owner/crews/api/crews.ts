import type { CrewWays } from '@contracts/crews.ts';
import { withFreshProof } from '@/lib/fresh-proof.ts';
import { ownRpc } from '@/lib/rpc.ts';

// Each throws with the code of the refusal as message.
export const addCrew = (name: string) => ownRpc('add_crew', { name });
export const removeCrew = (crew: number) => ownRpc('remove_crew', { crew });
export const saveCrew = (crew: number, ways: CrewWays) => ownRpc('save_crew', { crew, ways });
/** Adds the person with this address, or invites them. -> whether they were invited. */
export const inviteMember = (crew: number, email: string) =>
  withFreshProof(() => ownRpc('invite_crew_member', { crew, email }));
export const withdrawInvitation = (email: string) => ownRpc('withdraw_crew_invitation', { email });
export const removeMember = (userId: string) => ownRpc('remove_crew_member', { member_id: userId });
