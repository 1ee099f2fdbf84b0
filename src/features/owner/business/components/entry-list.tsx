import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Business } from '@domain/business/business.ts';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { toastError } from '@/lib/failure-sentence.ts';
import { toastFailure } from '@/lib/toast.ts';
import { useSaveDraft } from '../use-business-draft.ts';

export type ShownEntry = {
  /** Its id, or its code. */
  key: string;
  title: string;
  /** Short lines under the title. */
  lines: readonly string[];
  isHidden?: boolean;
};

type EntryListProps<Name extends keyof Lists> = {
  business: Business;
  list: Name;
  /** "service" */
  noun: string;
  entries: readonly ShownEntry[];
  /** What a removal means, as a sentence. */
  removal: string;
  remove?: (business: Business, key: string) => Business;
  isOrdered?: boolean;
  empty: string;
  /** The form of an entry, or of a new one for null. */
  form: (key: string | null, close: () => void) => ReactNode;
};

type Lists = Pick<Business, 'services' | 'vehicleClasses' | 'addOns' | 'coupons'>;
type Entry = Lists[keyof Lists][number];

const keyOf = (one: Entry): string => ('code' in one ? one.code : one.id);

/** The entries of a list in their order, each with its form in its place. */
export function EntryList<Name extends keyof Lists>(props: EntryListProps<Name>) {
  const { business, list, noun, entries, isOrdered = true, form } = props;
  // A second form does not close the first, which may have typed text.
  const [openKeys, setOpenKeys] = useState<readonly (string | null)[]>([]);
  const [removing, setRemoving] = useState<ShownEntry | null>(null);
  const region = useRef<HTMLDivElement>(null);
  const focusNext = useFocusAfter(region);
  const save = useDirectSave(business);
  const own: readonly Entry[] = business[list];

  const open = (key: string | null) => setOpenKeys((keys) => [...keys, key]);
  const close = (key: string | null) => () => {
    setOpenKeys((keys) => keys.filter((one) => one !== key));
    focusNext(key === null ? 'add' : `edit ${key}`);
  };
  const move = (key: string, by: -1 | 1) => {
    const moved = [...own];
    const at = moved.findIndex((one) => keyOf(one) === key);
    const [one] = moved.splice(at, 1);
    if (!one || at + by < 0 || at + by > moved.length) return;
    moved.splice(at + by, 0, one);
    void save({ ...business, [list]: moved });
  };
  // One list, so that a form keeps its text when another administrator removes its entry.
  const unlisted = openKeys.filter((key) => !entries.some((one) => one.key === key));
  const rows = [
    ...entries.map((entry) => ({ key: entry.key, entry })),
    ...unlisted.map((key) => ({ key, entry: null })),
  ];
  const removed = ({ key }: ShownEntry): Business =>
    props.remove?.(business, key) ?? {
      ...business,
      [list]: own.filter((one) => keyOf(one) !== key),
    };

  return (
    <div ref={region}>
      {entries.length === 0 && <p className="text-ink-soft">{props.empty}</p>}
      <ul className="entry-list" hidden={entries.length === 0 && openKeys.length === 0}>
        {rows.map(({ key, entry }, index) => (
          <li key={key ?? ''}>
            {openKeys.includes(key) || !entry ? (
              form(key, close(key))
            ) : (
              <EntryRow
                entry={entry}
                order={
                  isOrdered && {
                    isFirst: index === 0,
                    isLast: index === entries.length - 1,
                    onMove: (by) => move(entry.key, by),
                  }
                }
                onEdit={() => open(key)}
                onRemove={() => setRemoving(entry)}
              />
            )}
          </li>
        ))}
      </ul>
      {!openKeys.includes(null) && (
        <Button variant="secondary" className="mt-6" data-entry="add" onClick={() => open(null)}>
          Add {noun}
        </Button>
      )}
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={() => setRemoving(null)}
        title={`Remove ${removing?.title ?? noun}?`}
        description={props.removal}
        confirmLabel={`Remove ${noun}`}
        cancelLabel="Keep it"
        variant="danger"
        onConfirm={() => {
          if (removing) void save(removed(removing));
          setRemoving(null);
        }}
        focusAfter={() => region.current?.querySelector<HTMLElement>('[data-entry="add"]') ?? null}
      />
    </div>
  );
}

/** Saves a press at once. Another administrator's change of the same thing is not replaced. */
function useDirectSave(basis: Business) {
  const saveDraft = useSaveDraft();
  return async (mine: Business) => {
    try {
      const saved = await saveDraft({ basis, mine });
      if (!saved.ok) toastFailure('Not saved', `Someone else changed: ${saved.lost.join('. ')}`);
    } catch (error) {
      toastError('Not saved')(error as Error);
    }
  };
}

/** Where the focus goes once a form has closed. */
function useFocusAfter(region: { current: HTMLElement | null }) {
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const target = [...(region.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])].find(
      (one) => one.dataset['entry'] === wanted.current,
    );
    target?.focus();
    wanted.current = null;
  });
  return (name: string) => {
    wanted.current = name;
  };
}

type Order = { isFirst: boolean; isLast: boolean; onMove: (by: -1 | 1) => void };

type EntryRowProps = {
  entry: ShownEntry;
  order: Order | false;
  onEdit: () => void;
  onRemove: () => void;
};

function EntryRow({ entry, order, onEdit, onRemove }: EntryRowProps) {
  const { key, title, lines, isHidden } = entry;
  return (
    <div className="flex gap-3">
      {order && <OrderButtons title={title} {...order} />}
      <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <h2 className="heading-3 wrap-anywhere">
            {title} {isHidden && <span className="hidden-badge">Hidden</span>}
          </h2>
          {lines.map((line) => (
            <p key={line} className="mt-1 wrap-anywhere text-ink-soft tabular-nums">
              {line}
            </p>
          ))}
        </div>
        <div className="flex gap-2">
          <Button
            variant="secondary"
            className="px-4"
            data-entry={`edit ${key}`}
            aria-label={`Edit ${title}`}
            onClick={onEdit}
          >
            Edit
          </Button>
          <Button
            variant="ghost"
            className="px-3"
            aria-label={`Remove ${title}`}
            onClick={onRemove}
          >
            Remove
          </Button>
        </div>
      </div>
    </div>
  );
}

const arrows = { up: 'M4 10l4-4 4 4', down: 'M4 6l4 4 4-4' };

function OrderButtons({ title, isFirst, isLast, onMove }: Order & { title: string }) {
  const arrow = (direction: keyof typeof arrows, isAtEnd: boolean, by: -1 | 1) => (
    <button
      type="button"
      aria-label={`Move ${title} ${direction}`}
      aria-disabled={isAtEnd || undefined}
      onClick={() => !isAtEnd && onMove(by)}
    >
      <svg
        viewBox="0 0 16 16"
        className="size-4"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        aria-hidden="true"
      >
        <path d={arrows[direction]} />
      </svg>
    </button>
  );
  return (
    <div className="entry-order">
      {arrow('up', isFirst, -1)}
      {arrow('down', isLast, 1)}
    </div>
  );
}
