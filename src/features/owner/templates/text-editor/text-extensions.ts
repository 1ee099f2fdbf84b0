import { Bold } from '@tiptap/extension-bold';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { BulletList } from '@tiptap/extension-list/bullet-list';
import { ListItem } from '@tiptap/extension-list/item';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text } from '@tiptap/extension-text';
import { UndoRedo } from '@tiptap/extensions/undo-redo';
import { Extension, Mark, Node, type Extensions } from '@tiptap/react';
import { variableLabel } from '@domain/mail/variable-labels.ts';
import { describeFixed } from './describe-fixed.ts';

/** A line holds text and variables; paragraphs also bold words, links and breaks; a text also lists and fixed blocks. */
export type TextKind = 'line' | 'paragraphs' | 'text';

/** An attribute under the names that it has in HTML, where copied and pasted text carries it. */
const attribute = (key: string, ...names: [string, ...string[]]) => ({
  [key]: {
    isRequired: true,
    parseHTML: (element: HTMLElement) =>
      names.map((name) => element.getAttribute(name)).find((value) => value !== null),
    renderHTML: ({ [key]: value }: Record<string, unknown>) => ({ [names[0]]: value }),
  },
});

const Variable = Node.create({
  name: 'variable',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => attribute('name', 'data-variable'),
  parseHTML: () => [{ tag: 'span[data-variable]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    { ...HTMLAttributes, class: 'text-chip' },
    variableLabel(String(node.attrs['name'])),
  ],
  renderText: ({ node }) => variableLabel(String(node.attrs['name'])),
  // Browsers differ in what they delete beside something that isn't text.
  addKeyboardShortcuts() {
    const { editor, type } = this;
    const remove = (side: 'nodeBefore' | 'nodeAfter') => () => {
      const { $from, from, empty } = editor.state.selection;
      if (!empty || $from[side]?.type !== type) return false;
      const start = side === 'nodeBefore' ? from - 1 : from;
      return editor.commands.deleteRange({ from: start, to: start + 1 });
    };
    return { Backspace: remove('nodeBefore'), Delete: remove('nodeAfter') };
  },
});

const Fixed = Node.create({
  name: 'fixed',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => attribute('html', 'data-fixed'),
  parseHTML: () => [{ tag: 'div[data-fixed]' }],
  renderHTML: ({ node, HTMLAttributes }) => {
    const { title, words } = describeFixed(String(node.attrs['html']));
    const attributes = { ...HTMLAttributes, class: 'text-fixed' };
    return ['div', attributes, ['strong', title], ['span', words]];
  },
});

// Not an anchor: a press would leave the editor.
const Link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => attribute('href', 'data-href', 'href'),
  parseHTML: () => [{ tag: 'a[href]' }, { tag: 'span[data-href]' }],
  renderHTML: ({ HTMLAttributes }) => ['span', { ...HTMLAttributes, class: 'text-linked' }, 0],
});

const List = BulletList.extend({ parseHTML: () => [{ tag: 'ul' }, { tag: 'ol' }] });

/** One paragraph, never a list. Tab goes on to the next control, as everywhere. */
const Item = ListItem.extend({
  content: 'paragraph',
  addKeyboardShortcuts() {
    return { Enter: () => this.editor.commands.splitListItem(this.name) };
  },
});

const OneLine = Extension.create({
  name: 'oneLine',
  addKeyboardShortcuts: () => ({ Enter: () => true, 'Shift-Enter': () => true }),
});

const every = [Paragraph, Text, Variable, UndoRedo];
const rich = [...every, Link, Bold, HardBreak];

export const textExtensions: Readonly<Record<TextKind, Extensions>> = {
  line: [Document.extend({ content: 'paragraph' }), ...every, OneLine],
  paragraphs: [Document.extend({ content: 'paragraph+' }), ...rich],
  text: [Document, ...rich, List, Item, Fixed],
};
