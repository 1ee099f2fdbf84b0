import { MutationCache, QueryClient } from '@tanstack/react-query';
import { BackendError } from '@/lib/backend.ts';

/** What the screens ask the backend through, and keep its answers in. */
export function newQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      // Without a network what is asked for fails at once and says so, with a way to try again. It would wait else,
      // without a word. With the network it is loaded by itself.
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 1 && !isRefusal(error),
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      // Without a network a change fails at once and says so. It would wait else, with its dialog, and be made
      // later, when nobody counts on it any more.
      mutations: { networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      // After a change whatever is not on the screen is asked for anew when it is shown again, be it a receipt or
      // a calendar: no screen has to know the others. What is on the screen, such as a card form, stays.
      onSettled: () => client.invalidateQueries({ type: 'inactive', refetchType: 'none' }),
    }),
  });
  return client;
}

/** The answer would be the same a second later, and the sentence that says why would wait for it. */
const isRefusal = (error: unknown) =>
  error instanceof BackendError && error.status >= 400 && error.status < 500;
