import { useState, type ReactNode } from 'react';
import { useEditorState, type Editor } from '@tiptap/react';
import { InsertMenu } from './insert-menu.tsx';
import { LinkPanel } from './link-panel.tsx';
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
