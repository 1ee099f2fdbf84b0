import { useEditorState, type Editor } from '@tiptap/react';
import { DropdownMenu } from 'radix-ui';
import { useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { isAddress, variableLabel } from '@domain/mail/variable-labels.ts';
import { AddressFields } from './address-fields.tsx';
import { linkAddress, variableOf } from './link-address.ts';
import { insertVariable, removeLink, setLink } from './text-commands.ts';
import type { TextKind } from './text-extensions.ts';

type TextToolbarProps = {
  kind: TextKind;
  /** The name of the field. */
  label: string;
  editor: Editor;
  variables: Readonly<Record<string, string>>;
};

/** What can be done with the text of a field. A press leaves the cursor where it is. */
export function TextToolbar({ kind, label, editor, variables }: TextToolbarProps) {
  const [isLinking, setIsLinking] = useState(false);
  const { isBold, isList, href } = useEditorState({ editor, selector: stateOf });
  return (
    <>
      <div role="group" aria-label={`${label}: format`} className="flex flex-wrap gap-1">
        {kind !== 'line' && (
          <>
            <ToolButton
              isPressed={isBold}
              onPress={() => editor.chain().focus().toggleBold().run()}
            >
              Bold
            </ToolButton>
            {kind === 'text' && (
              <ToolButton
                isPressed={isList}
                onPress={() => editor.chain().focus().toggleBulletList().run()}
              >
                List
              </ToolButton>
            )}
            <ToolButton
              isPressed={href !== null || isLinking}
              onPress={() => setIsLinking((now) => !now)}
            >
              Link
            </ToolButton>
          </>
        )}
        <InsertMenu
          label={label}
          variables={variables}
          onInsert={(name) => insertVariable(editor, name)}
        />
      </div>
      {isLinking && (
        <LinkPanel
          key={href}
          href={href}
          variables={variables}
          onLink={(address) => {
            setIsLinking(false);
            setLink(editor, address);
          }}
          onRemove={() => {
            setIsLinking(false);
            removeLink(editor);
          }}
          onCancel={() => setIsLinking(false)}
        />
      )}
    </>
  );
}

/** What the toolbar shows about the place of the cursor. `href` is null outside of a link. */
export const stateOf = ({ editor }: { editor: Editor }) => ({
  isBold: editor.isActive('bold'),
  isList: editor.isActive('bulletList'),
  href: (editor.getAttributes('link')['href'] as string | undefined) ?? null,
});

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

type InsertMenuProps = {
  /** The name of the field. */
  label: string;
  /** Name and sample value. */
  variables: Readonly<Record<string, string>>;
  onInsert: (name: string) => void;
};

/** The details that an email may fill in, by their names in plain words. Addresses of pages are for links. */
function InsertMenu({ label, variables, onInsert }: InsertMenuProps) {
  const names = Object.keys(variables).filter((name) => !isAddress(name));
  return (
    // A modal one would bring a style element, which the content policy refuses.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        disabled={names.length === 0}
        aria-label={`Insert a detail into “${label}”`}
        className="insert-detail min-h-11 rounded-badge border border-hairline bg-ivory px-3 text-sm font-medium hover:border-ink"
      >
        Insert detail
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        sideOffset={6}
        collisionPadding={12}
        className="insert-menu z-50 overflow-y-auto border border-line-strong bg-ivory py-1"
        // The cursor is back in the text, where the detail was written.
        onCloseAutoFocus={(event) => event.preventDefault()}
      >
        {names.map((name) => (
          <DropdownMenu.Item
            key={name}
            textValue={variableLabel(name)}
            className="flex min-h-12 cursor-pointer flex-col justify-center px-4 py-1.5 outline-none"
            onSelect={() => onInsert(name)}
          >
            <span className="text-sm font-semibold">{variableLabel(name)}</span>
            <span className="truncate text-sm text-ink-soft">{variables[name]}</span>
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

type LinkPanelProps = {
  /** The link at the cursor; null outside of one. */
  href: string | null;
  variables: Readonly<Record<string, string>>;
  onLink: (href: string) => void;
  onRemove: () => void;
  onCancel: () => void;
};

/** Asks where the selected words lead. */
function LinkPanel({ href, variables, onLink, onRemove, onCancel }: LinkPanelProps) {
  const [first = null] = Object.keys(variables).filter(isAddress);
  const [address, setAddress] = useState(href ?? (first === null ? '' : `{{ ${first} }}`));
  const [error, setError] = useState<string>();
  const link = () => {
    const found = variableOf(address) === null ? linkAddress(address) : address;
    if (found !== null) onLink(found);
    else setError('Please enter a web page, an email address or a phone number.');
  };
  return (
    <div
      role="group"
      aria-label="Link"
      className="grid w-full gap-4 border border-hairline bg-pearl p-4"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        link();
      }}
    >
      <AddressFields href={address} error={error} variables={variables} onChange={setAddress} />
      <div className="flex flex-wrap gap-3">
        <Button onClick={link}>{href === null ? 'Add link' : 'Change link'}</Button>
        {href !== null && (
          <Button variant="secondary" onClick={onRemove}>
            Remove link
          </Button>
        )}
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
