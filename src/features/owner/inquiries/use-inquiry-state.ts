import { useSearchParams } from 'wouter';
import type { InquiryState } from '@contracts/inquiries.ts';
import { isInquiryState } from './api/inquiry.ts';

/** The address names the inquiries that are shown; the new ones where it says nothing. */
export function useInquiryState() {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('state');
  return {
    state: isInquiryState(asked) ? asked : 'new',
    setState: (state: InquiryState) =>
      setQuery(state === 'new' ? {} : { state }, { replace: true }),
  } as const;
}
