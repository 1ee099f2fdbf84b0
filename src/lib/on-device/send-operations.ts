import { useSyncExternalStore } from 'react';
import { PostgrestError } from '@supabase/postgrest-js';
import * as z from 'zod/mini';
import { doneOperation, visitState, type DoneOperation } from '@contracts/visit-operations.ts';
import { setServerAway } from '@/lib/connection.ts';
import { storedAccount } from '@/lib/kept-visits.ts';
import { ownRpc } from '@/lib/rpc.ts';
import { currentSession } from '@/lib/session.ts';
import { createLane } from './lane.ts';
import {
  changeOperation,
  operationsOf,
  removeOperation,
  type Operation,
  type StoredOperation,
} from './operations-store.ts';
import { PhotoRefused, sendPhoto } from './send-photo.ts';

export type Outcome =
  | { state: 'sent'; answer: DoneOperation | null }
  | { state: 'refused'; error: Refusal }
  | { state: 'away' };

type Refusal = PostgrestError | PhotoRefused;

/** Those who wait for the answer to their operation. They are told of a refusal, which then needs no decision. */
const waiting = new Map<string, (outcome: Outcome) => void>();

const answerWithinMs = 20_000;
const hearers = new Set<() => void>();

/** Photos are slow: what else was done passes them. */
const lanes = [
  createLane({
    name: 'unsent-operations',
    work: () => sendAll((one) => one.kind !== 'photo'),
    onTurn: tellSending,
    onRest: rest,
  }),
  createLane({
    name: 'unsent-photos',
    work: () => sendAll((one) => one.kind === 'photo'),
    onTurn: tellSending,
  }),
];

/** Sends what the signed-in account has not sent yet, in order. One tab at a time does; it tries again while it fails. */
export const sendOperations = async (): Promise<void> => {
  await Promise.all(lanes.map((lane) => lane.go()));
};

function tellSending() {
  for (const hearer of hearers) hearer();
}

/** Whether this tab is sending, or waits for another one that does. */
export const useIsSending = (): boolean =>
  useSyncExternalStore(
    (hearer) => {
      hearers.add(hearer);
      return () => hearers.delete(hearer);
    },
    () => lanes.some((lane) => lane.isBusy()),
    () => false,
  );

/** Who hears that operations were sent for which no screen waited. */
const listeners = new Set<() => void>();
let isNews = false;

export function onSentLater(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function rest() {
  await tellWaiting();
  if (!isNews) return;
  isNews = false;
  for (const listener of listeners) listener();
}

/** Nothing more is sent for now. What is no longer stored was sent by another tab. */
async function tellWaiting() {
  const account = storedAccount();
  // Null when this device's store can't be read: then nothing is known to be sent.
  const stored = account === null ? [] : await operationsOf(account).catch(() => null);
  for (const [key, tell] of waiting) {
    const isStored = stored?.some((operation) => operation.key === key) ?? true;
    tell(isStored ? { state: 'away' } : { state: 'sent', answer: null });
  }
}

/** Whether nothing is left but what needs a decision. */
async function sendAll(isOfLane: (operation: Operation) => boolean): Promise<boolean> {
  for (;;) {
    const account = storedAccount();
    if (account === null) return true;
    const next = nextOf((await operationsOf(account)).filter(isOfLane));
    if (!next) return true;
    const outcome = await send(next);
    if (outcome.state === 'away') {
      askToKeep();
      return false;
    }
    await settle(next, outcome);
  }
}

/** Asks the browser never to clear what waits here to make room. It may decline. */
function askToKeep(): void {
  // Only a secure page has it.
  if ('storage' in navigator) navigator.storage.persist().catch(() => undefined);
}

/** Of one visit, a mark or a note waits for the decision about the one before. What else there is waits for nothing. */
function nextOf(operations: readonly StoredOperation[]): StoredOperation | undefined {
  const isBehind = (one: StoredOperation) =>
    lineOf(one) !== null &&
    operations.some((other) => other.refused && other.place < one.place && areOneLine(one, other));
  return operations.find((one) => !one.refused && !isBehind(one));
}

/** Operations that build on each other; null for one that stands alone. */
function lineOf({ kind }: Operation) {
  if (kind === 'payment' || kind === 'tick' || kind === 'photo') return null;
  return kind === 'note' ? 'note' : 'mark';
}
const areOneLine = (one: Operation, other: Operation) =>
  one.bookingId === other.bookingId && lineOf(one) !== null && lineOf(one) === lineOf(other);

async function send(operation: Operation): Promise<Outcome> {
  if (!canSend()) return { state: 'away' };
  try {
    const answer = await (operation.kind === 'photo'
      ? sendPhoto(operation)
      : operation.isHandedOver
        ? handOver(operation)
        : ask(operation));
    setServerAway(false);
    return { state: 'sent', answer };
  } catch (error) {
    if (error instanceof z.core.$ZodError) return { state: 'sent', answer: null };
    if (isRefused(error)) {
      setServerAway(false);
      return { state: 'refused', error };
    }
    return { state: 'away' };
  }
}

const ask = (operation: Operation) =>
  ownRpc(
    doneOperation,
    {
      operation_key: operation.key,
      kind: operation.kind,
      target_booking_id: operation.bookingId,
      input: operation.input,
      based_on: operation.basedOn,
    },
    { signal: AbortSignal.timeout(answerWithinMs) },
  );

async function handOver({ key, bookingId, visit, input }: Operation): Promise<null> {
  await ownRpc(
    'hand_over_payment',
    { operation_key: key, visit: bookingId, in_words: visit, input },
    { signal: AbortSignal.timeout(answerWithinMs) },
  );
  return null;
}

/** Whether the sign-in is known, and is the one of this browser. */
function canSend(): boolean {
  const session = currentSession();
  return session.status === 'loading'
    ? session.accessToken !== undefined
    : session.status === 'signed-in' && session.user.id === storedAccount();
}

/** Whether the database refused for good: not because of the sign-in, and not because it was busy. */
function isRefused(error: unknown): error is Refusal {
  if (error instanceof PhotoRefused) return true;
  if (!(error instanceof PostgrestError)) return false;
  if (error.code === 'PT403') {
    const session = currentSession();
    return (
      session.status === 'signed-in' && session.adminCheck === 'done' && !session.needsSecondFactor
    );
  }
  return /^(PT4(?!01|29)\d\d|2[23]\w{3})$/.test(error.code);
}

async function settle(operation: StoredOperation, outcome: Outcome) {
  const wait = waiting.get(operation.key);
  waiting.delete(operation.key);
  if (outcome.state === 'sent') {
    await passOn(operation, outcome.answer);
    await removeOperation(operation.key);
    isNews ||= !wait && operation.kind !== 'photo';
  } else if (outcome.state === 'refused' && wait) {
    await removeOperation(operation.key);
  } else if (outcome.state === 'refused') {
    const { message: code } = outcome.error;
    const visit = 'details' in outcome.error ? visitIn(outcome.error.details) : null;
    await changeOperation(operation.key, (one) => ({ ...one, refused: { code, visit } }));
  }
  wait?.(outcome);
}

/** What follows in the same line was made on top of this one. */
async function passOn(done: StoredOperation, answer: DoneOperation | null) {
  const later = (await operationsOf(done.account)).filter(
    (one) => one.place > done.place && areOneLine(one, done),
  );
  for (const { key } of later) {
    await changeOperation(key, (one) => ({
      ...one,
      basedOn: { ...one.basedOn, ...madeBy(done, answer) },
    }));
  }
}

function madeBy({ kind }: Operation, answer: DoneOperation | null): Operation['basedOn'] {
  if (kind === 'note')
    return answer?.result.note_version === undefined
      ? {}
      : { note_version: answer.result.note_version };
  return { mark: kind === 'done' || kind === 'no_show' ? kind : null };
}

function visitIn(details: string | null | undefined) {
  try {
    const parsed = visitState.safeParse(JSON.parse(details ?? ''));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** The outcome of an operation that is stored; `away` when there is none within some seconds. */
export function outcomeOf(key: string, withinMs: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const end = (outcome: Outcome) => {
      clearTimeout(timer);
      waiting.delete(key);
      resolve(outcome);
    };
    const timer = setTimeout(() => end({ state: 'away' }), withinMs);
    waiting.set(key, end);
    void sendOperations();
  });
}
