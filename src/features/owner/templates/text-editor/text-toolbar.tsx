import { useState, type ReactNode } from 'react';
import type { Command } from 'prosemirror-state';
import { InsertMenu } from './insert-menu.tsx';
import { LinkPanel } from './link-panel.tsx';
import {
  insertVariable,
  removeLink,
  setLink,
  toggleBold,
  toggleList,
  type TextState,
} from './text-commands.ts';
import type { TextKind } from './text-schema.ts';

type TextToolbarProps = {
  kind: TextKind;
  /** The name of the field. */
  label: string;
  state: TextState;
  variables: Readonly<Record<string, string>>;
  onRun: (command: Command) => void;
};

/** What can be done with the text of a field. A press leaves the cursor where it is. */
export function TextToolbar({ kind, label, state, variables, onRun }: TextToolbarProps) {
  const [isLinking, setIsLinking] = useState(false);
  const finish = (command?: Command) => {
    setIsLinking(false);
    if (command) onRun(command);
  };
  return (
    <>
      <div role="group" aria-label={`${label}: format`} className="flex flex-wrap gap-1">
        {kind !== 'line' && (
          <>
            <ToolButton isPressed={state.isBold} onPress={() => onRun(toggleBold)}>
              Bold
            </ToolButton>
            {kind === 'text' && (
              <ToolButton isPressed={state.isList} onPress={() => onRun(toggleList)}>
                List
              </ToolButton>
            )}
            <ToolButton
              isPressed={state.href !== null || isLinking}
              onPress={() => setIsLinking((now) => !now)}
            >
              Link
            </ToolButton>
          </>
        )}
        <InsertMenu
          label={label}
          variables={variables}
          onInsert={(name) => onRun(insertVariable(name))}
        />
      </div>
      {isLinking && (
        <LinkPanel
          key={state.href}
          href={state.href}
          variables={variables}
          onLink={(href) => finish(setLink(href))}
          onRemove={() => finish(removeLink)}
          onCancel={() => finish()}
        />
      )}
    </>
  );
}

type ToolButtonProps = { isPressed: boolean; onPress: () => void; children: ReactNode };

const ToolButton = ({ isPressed, onPress, children }: ToolButtonProps) => (
  <button
    type="button"
    aria-pressed={isPressed}
    className="min-h-11 rounded-badge border border-hairline bg-ivory px-3 text-sm font-medium hover:border-ink aria-pressed:bg-citrine-wash"
    onPointerDown={(event) => event.preventDefault()}
    onClick={onPress}
  >
    {children}
  </button>
);
