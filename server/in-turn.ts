/** The same work, one call at a time: each call waits for those before it. */
export function inTurn<Input, Output>(
  work: (input: Input) => Promise<Output>,
): (input: Input) => Promise<Output> {
  let last: Promise<unknown> = Promise.resolve();
  return (input) => {
    const mine = last.then(() => work(input));
    last = mine.catch(() => undefined);
    return mine;
  };
}
