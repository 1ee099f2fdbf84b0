import { useEffect, useRef } from 'react';
import type { Result, ResultGroup } from '../result-groups.ts';

type ResultListProps = {
  id: string;
  groups: readonly ResultGroup[];
  /** The result that Enter opens. */
  chosenKey: string | undefined;
  onPoint: (key: string) => void;
  onOpen: (to: string) => void;
};

/** The results of the search box, which keeps the focus. */
export function ResultList({ id, groups, chosenKey, onPoint, onOpen }: ResultListProps) {
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
