// @vitest-environment jsdom
import fc from 'fast-check';
import { Editor } from '@tiptap/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LetterBlock, Run } from '@domain/mail/letter.ts';
import { writeLetter } from '@domain/mail/write-letter.ts';
import { anyLetter } from '@domain/testing/any-letter.ts';
import { insertVariable, removeLink, setLink } from './text-commands.ts';
import { blocksOf, textOptions } from './text-document.ts';
import type { TextKind } from './text-extensions.ts';
import { stateOf } from './text-toolbar.tsx';

let editor: Editor;

beforeEach(() => {
  // What a browser measures, and jsdom does not have.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
});

afterEach(() => editor.destroy());

/** Opens a text with the cursor at `from`, or that much selected. */
function open(blocks: LetterBlock[], from: number, to = from) {
  editor = new Editor(textOptions('text', blocks));
  editor.commands.setTextSelection({ from, to });
}

const written = () => blocksOf(editor.state.doc);
function press(keys: string) {
  const [key = '', ...held] = keys.split('-').reverse();
  const event = new KeyboardEvent('keydown', {
    key,
    ctrlKey: held.includes('Mod'),
    shiftKey: held.includes('Shift'),
    cancelable: true,
  });
  editor.view.dom.dispatchEvent(event);
  return event;
}

const hello: LetterBlock[] = [
  { kind: 'paragraph', runs: [{ text: 'Hi ' }, { variable: 'customer_name' }, { text: '!' }] },
];
const plain: LetterBlock[] = [{ kind: 'paragraph', runs: [{ text: 'See it' }] }];
const fixed: LetterBlock = { kind: 'fixed', html: '<table class="details"></table>' };

describe('a variable', () => {
  it.each([
    ['Backspace', 5],
    ['Delete', 4],
  ])('is deleted as a whole by %s', (key, place) => {
    open(hello, place);
    press(key);
    expect(written()).toEqual([{ kind: 'paragraph', runs: [{ text: 'Hi !' }] }]);
  });

  it('is inserted over what is selected', () => {
    open(hello, 1, 3);
    insertVariable(editor, 'date');
    expect(written()).toEqual([
      {
        kind: 'paragraph',
        runs: [{ variable: 'date' }, { text: ' ' }, { variable: 'customer_name' }, { text: '!' }],
      },
    ]);
  });

  it('becomes bold with the words around it, and so does one inserted there', () => {
    open(hello, 1, 6);
    press('Mod-b');
    editor.commands.setTextSelection(3);
    insertVariable(editor, 'date');
    expect(written()).toEqual([
      {
        kind: 'paragraph',
        runs: [
          { text: 'Hi', isBold: true },
          { variable: 'date', isBold: true },
          { text: ' ', isBold: true },
          { variable: 'customer_name', isBold: true },
          { text: '!', isBold: true },
        ],
      },
    ]);
  });
});

describe('a link', () => {
  const linked: LetterBlock[] = [
    { kind: 'paragraph', runs: [{ text: 'See ' }, { text: 'it', href: 'https://x.example' }] },
  ];

  it('is put on what is selected', () => {
    open(plain, 5, 7);
    setLink(editor, 'https://x.example');
    expect(written()).toEqual(linked);
  });

  it('is written with the name of its page when nothing is selected', () => {
    open([], 1);
    setLink(editor, '{{ booking_url }}');
    editor.commands.insertContent('!');
    expect(written()).toEqual([
      {
        kind: 'paragraph',
        runs: [{ text: 'Booking page', href: '{{ booking_url }}' }, { text: '!' }],
      },
    ]);
  });

  it('is changed and removed as a whole from within', () => {
    open(linked, 6);
    expect(stateOf({ editor }).href).toBe('https://x.example');
    setLink(editor, 'https://y.example');
    expect(written()).toEqual([
      { kind: 'paragraph', runs: [{ text: 'See ' }, { text: 'it', href: 'https://y.example' }] },
    ]);
    expect(editor.state.selection.empty, 'the cursor stays').toBe(true);
    removeLink(editor);
    expect(written()).toEqual(plain);
  });

  it('is kept when copied, as variables are', () => {
    const runs = [{ text: 'See ' }, { variable: 'date', href: '{{ booking_url }}', isBold: true }];
    const blocks = [{ kind: 'paragraph', runs }] as LetterBlock[];
    open(blocks, 1);
    editor.commands.selectAll();
    const { dom } = editor.view.serializeForClipboard(editor.state.selection.content());
    open([], 1);
    editor.view.pasteHTML(dom.innerHTML, new Event('paste') as ClipboardEvent);
    expect(written()).toEqual(blocks);
  });
});

it('keeps the bold words, links and lists of pasted text, and no other look', () => {
  open([], 1);
  editor.view.pasteHTML(
    '<h2 style="color:red">Hi <b>you</b></h2><ol><li><a href="https://x.example" onclick="x()">it</a></li></ol>',
    new Event('paste') as ClipboardEvent,
  );
  expect(written()).toEqual([
    { kind: 'paragraph', runs: [{ text: 'Hi ' }, { text: 'you', isBold: true }] },
    { kind: 'list', items: [[{ text: 'it', href: 'https://x.example' }]] },
  ]);
});

it('leaves typed asterisks and dashes as they are', () => {
  open([], 1);
  for (const text of ['- **so', '**', ' ']) {
    const { from, to } = editor.state.selection;
    const typed = () => editor.state.tr.insertText(text, from, to);
    editor.view.someProp('handleTextInput', (handle) => handle(editor.view, from, to, text, typed));
    editor.view.dispatch(typed());
  }
  expect(written()).toEqual([{ kind: 'paragraph', runs: [{ text: '- **so** ' }] }]);
});

describe('a list', () => {
  const items: LetterBlock[] = [{ kind: 'list', items: [[{ text: 'One' }], [{ text: 'Two' }]] }];

  it('is made of a paragraph, and becomes one again', () => {
    open(plain, 2);
    editor.commands.toggleBulletList();
    expect(written()).toEqual([{ kind: 'list', items: [[{ text: 'See it' }]] }]);
    editor.commands.toggleBulletList();
    expect(written()).toEqual(plain);
  });

  it('gets an item by Enter, and ends by Enter in an empty one', () => {
    open(items, 13);
    press('Enter');
    expect(written()).toEqual([
      { kind: 'list', items: [[{ text: 'One' }], [{ text: 'Two' }], []] },
    ]);
    press('Enter');
    expect(written()).toEqual([...items, { kind: 'paragraph', runs: [] }]);
  });

  it.each(['Tab', 'Shift-Tab'])('lets %s go on to the next control', (key) => {
    open(items, 13);
    expect(press(key).defaultPrevented).toBe(false);
    expect(written()).toEqual(items);
  });
});

it('takes back and repeats what was written', () => {
  open(plain, 7);
  editor.commands.insertContent('!');
  const changed = written();
  press('Mod-z');
  expect(written()).toEqual(plain);
  press('Mod-y');
  expect(written()).toEqual(changed);
});

it('has a line break within a paragraph, and one line in a line', () => {
  open(plain, 4);
  press('Shift-Enter');
  expect(written()).toEqual([
    { kind: 'paragraph', runs: [{ text: 'See' }, { isBreak: true }, { text: ' it' }] },
  ]);
  editor.destroy();
  editor = new Editor(textOptions('line', plain));
  press('Enter');
  press('Shift-Enter');
  press('Delete');
  expect(written()).toEqual(plain);
});

it.each(['Delete', 'Backspace'])('has a paragraph to write in after %s in an empty one', (key) => {
  for (const kind of ['line', 'paragraphs', 'text'] as const) {
    editor = new Editor(textOptions(kind, [{ kind: 'paragraph', runs: [] }]));
    press(key);
    expect(written()).toEqual([{ kind: 'paragraph', runs: [] }]);
  }
});

it('writes after a fixed block that is selected', () => {
  open([fixed], 2);
  editor.commands.setNodeSelection(0);
  insertVariable(editor, 'date');
  expect(written().slice(0, 2)).toEqual([
    fixed,
    { kind: 'paragraph', runs: [{ variable: 'date' }] },
  ]);
});

it('keeps a fixed block, with a paragraph to write in after it', () => {
  open([fixed], 2);
  expect(written()).toEqual([fixed, { kind: 'paragraph', runs: [] }]);
});

it('writes every email as it was read', () => {
  const through = (kind: TextKind, blocks: readonly LetterBlock[]) => {
    editor = new Editor(textOptions(kind, blocks));
    editor.destroy();
    return written();
  };
  const paragraph = (runs: readonly Run[]): LetterBlock => ({ kind: 'paragraph', runs });
  const runsOf = (block: LetterBlock) => (block.kind === 'paragraph' ? block.runs : []);
  fc.assert(
    fc.property(anyLetter, (letter) => {
      const again = {
        ...letter,
        heading: through('line', [paragraph(letter.heading)]).flatMap(runsOf),
        text: through('text', letter.text),
        signOff: through('paragraphs', letter.signOff.map(paragraph)).map(runsOf),
      };
      expect(writeLetter(again)).toBe(writeLetter(letter));
    }),
  );
});

it('refuses a text that does not fit, instead of leaving something out', () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  expect(() => new Editor(textOptions('line', [fixed]))).toThrow('Invalid JSON content');
});
