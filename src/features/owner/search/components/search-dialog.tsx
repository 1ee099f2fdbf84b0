import { useQuery } from '@tanstack/react-query';
import { Dialog } from 'radix-ui';
import { useId, useState, type KeyboardEvent, useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { navigate } from '@/lib/location.tsx';
import { useBackCloses } from '@/lib/use-back-closes.ts';
import { isSearchable, searchQuery } from '../api/search-everything.ts';
import { resultGroups, type Place, type Result, type ResultGroup } from '../result-groups.ts';
import './search.css';

type SearchDialogProps = {
  places: readonly Place[];
  settings: readonly Place[];
  isOpen: boolean;
  onClose: () => void;
};

/** One search over customers, bookings, inquiries, payments, the areas of the administration and their settings. */
export function SearchDialog({ places, settings, isOpen, onClose }: SearchDialogProps) {
  useBackCloses(isOpen, onClose);
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <div className="dialog-overlay fixed inset-0 z-40 bg-ink/70" />
        <Dialog.Content className="dialog-panel search-panel" aria-describedby={undefined}>
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <Search places={places} settings={settings} onClose={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Search({ places, settings, onClose }: Omit<SearchDialogProps, 'isOpen'>) {
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const listId = useId();
  const { found, isLooking, hasFailed, retry } = useSearch(typed);
  const groups = resultGroups(found, { areas: places, settings }, typed);
  const results = groups.flatMap((group) => group.results);
  const chosen = results[Math.min(active, results.length - 1)];
  const open = (to: string) => {
    navigate(to);
    onClose();
  };
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && results.length > 0) {
      event.preventDefault();
      setActive((Math.min(active, results.length - 1) + step + results.length) % results.length);
    }
    if (event.key === 'Enter' && chosen && !isLooking) open(chosen.to);
  }
  return (
    <>
      <div className="search-top">
        <input
          role="combobox"
          aria-label="Search customers, bookings, inquiries and payments"
          aria-expanded={results.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={chosen ? `${listId}-${chosen.key}` : undefined}
          className="control"
          placeholder="Name, phone, car, amount, setting …"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        <Button variant="ghost" className="px-2" onClick={onClose}>
          Close
        </Button>
      </div>
      <p role="status" className="search-status">
        {statusOf(typed, isLooking, found !== undefined && results.length === 0)}
      </p>
      {hasFailed && (
        <p role="alert" className="search-status">
          The search failed.{' '}
          <button type="button" className="text-link" onClick={retry}>
            Try again
          </button>
        </p>
      )}
      <ResultList
        id={listId}
        groups={groups}
        chosenKey={chosen?.key}
        onPoint={(key) => setActive(results.findIndex((result) => result.key === key))}
        onOpen={open}
      />
    </>
  );
}

function statusOf(typed: string, isLooking: boolean, isEmpty: boolean): string {
  if (!isSearchable(typed)) return typed.trim() ? 'Type at least two letters or digits.' : '';
  if (isLooking) return 'Searching …';
  return isEmpty
    ? `No results for “${typed.trim()}”. Try a name, a phone number or an amount.`
    : '';
}

/** Looks a moment after the last key. */
function useSearch(typed: string) {
  const [term, setTerm] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setTerm(typed.trim()), 200);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, isError, isFetching, refetch } = useQuery(searchQuery(term));
  const isWanted = isSearchable(typed);
  const isCurrent = term === typed.trim() && !isFetching;
  return {
    found: isWanted ? data : undefined,
    isLooking: isWanted && !isCurrent,
    hasFailed: isWanted && isCurrent && isError,
    retry: () => void refetch(),
  };
}

type ResultListProps = {
  id: string;
  groups: readonly ResultGroup[];
  /** The result that Enter opens. */
  chosenKey: string | undefined;
  onPoint: (key: string) => void;
  onOpen: (to: string) => void;
};

/** The results of the search box, which keeps the focus. */
function ResultList({ id, groups, chosenKey, onPoint, onOpen }: ResultListProps) {
  return (
    <div id={id} role="listbox" aria-label="Results" className="search-results">
      {groups.map(({ heading, results }, index) => (
        <div key={heading} role="group" aria-labelledby={`${id}-group-${index}`}>
          <p id={`${id}-group-${index}`} className="search-heading">
            {heading}
          </p>
          {results.map((result) => (
            <Option
              key={result.key}
              id={`${id}-${result.key}`}
              result={result}
              isChosen={result.key === chosenKey}
              onPoint={() => onPoint(result.key)}
              onOpen={() => onOpen(result.to)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

type OptionProps = {
  id: string;
  result: Result;
  isChosen: boolean;
  onPoint: () => void;
  onOpen: () => void;
};

function Option({ id, result, isChosen, onPoint, onOpen }: OptionProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <div
      ref={ref}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className="search-option"
      onPointerMove={onPoint}
      onClick={onOpen}
    >
      <span className="font-semibold wrap-anywhere">{result.label}</span>
      {result.detail && (
        <span className="block text-sm wrap-anywhere text-ink-soft">{result.detail}</span>
      )}
    </div>
  );
}
