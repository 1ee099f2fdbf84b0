import { DropdownMenu } from 'radix-ui';
import { isAddress, variableLabel } from '@domain/mail/variable-labels.ts';

type InsertMenuProps = {
  /** The name of the field. */
  label: string;
  /** Name and sample value. */
  variables: Readonly<Record<string, string>>;
  onInsert: (name: string) => void;
};

/** The details that an email may fill in, by their names in plain words. Addresses of pages are for links. */
export function InsertMenu({ label, variables, onInsert }: InsertMenuProps) {
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
