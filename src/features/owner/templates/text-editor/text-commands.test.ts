import { EditorState, NodeSelection, TextSelection, type Command } from 'prosemirror-state';
import { describe, expect, it } from 'vitest';
import type { LetterBlock } from '@domain/mail/letter.ts';
import {
  deleteVariable,
  insertVariable,
  removeLink,
  setLink,
  textState,
  toggleBold,
  toggleList,
} from './text-commands.ts';
import { blocksOf, documentOf } from './text-document.ts';
import { textSchema } from './text-schema.ts';

/** A text, and what a command makes of it with the cursor at `from`, or that much selected. */
function stateOf(blocks: LetterBlock[], from: number, to = from): EditorState {
  const doc = documentOf(textSchema('text'), blocks);
  return EditorState.create({ doc, selection: TextSelection.create(doc, from, to) });
}

function after(state: EditorState, command: Command): LetterBlock[] {
  let next = state;
  command(state, (transaction) => (next = state.apply(transaction)));
  return blocksOf(next.doc);
}

const hello: LetterBlock[] = [
  { kind: 'paragraph', runs: [{ text: 'Hi ' }, { variable: 'customer_name' }, { text: '!' }] },
];

describe('a variable', () => {
  it('is deleted as a whole, by Backspace and by Delete', () => {
    const without = [{ kind: 'paragraph', runs: [{ text: 'Hi !' }] }];
    expect(after(stateOf(hello, 5), deleteVariable(-1))).toEqual(without);
    expect(after(stateOf(hello, 4), deleteVariable(1))).toEqual(without);
    expect(deleteVariable(-1)(stateOf(hello, 3))).toBe(false);
  });

  it('is inserted over what is selected', () => {
    expect(after(stateOf(hello, 1, 3), insertVariable('date'))).toEqual([
      {
        kind: 'paragraph',
        runs: [{ variable: 'date' }, { text: ' ' }, { variable: 'customer_name' }, { text: '!' }],
      },
    ]);
  });
});

it('makes a variable bold with the words around it', () => {
  expect(after(stateOf(hello, 1, 6), toggleBold)).toEqual([
    {
      kind: 'paragraph',
      runs: [
        { text: 'Hi ', isBold: true },
        { variable: 'customer_name', isBold: true },
        { text: '!', isBold: true },
      ],
    },
  ]);
});

describe('a link', () => {
  const linked: LetterBlock[] = [
    { kind: 'paragraph', runs: [{ text: 'See ' }, { text: 'it', href: 'https://x.example' }] },
  ];

  it('is put on what is selected', () => {
    const plain: LetterBlock[] = [{ kind: 'paragraph', runs: [{ text: 'See it' }] }];
    expect(after(stateOf(plain, 5, 7), setLink('https://x.example'))).toEqual(linked);
  });

  it('is written with the name of its page when nothing is selected', () => {
    const [block] = after(stateOf([], 1), setLink('{{ booking_url }}'));
    expect(block).toEqual({
      kind: 'paragraph',
      runs: [{ text: 'Booking page', href: '{{ booking_url }}' }],
    });
  });

  it('is changed and removed as a whole from within', () => {
    const state = stateOf(linked, 6);
    expect(textState(state).href).toBe('https://x.example');
    expect(after(state, setLink('https://y.example'))).toEqual([
      { kind: 'paragraph', runs: [{ text: 'See ' }, { text: 'it', href: 'https://y.example' }] },
    ]);
    expect(after(state, removeLink)).toEqual([{ kind: 'paragraph', runs: [{ text: 'See it' }] }]);
  });
});

it('makes a paragraph a list, and back', () => {
  const runs = [{ text: 'One' }];
  const list: LetterBlock[] = [{ kind: 'list', items: [runs] }];
  expect(after(stateOf([{ kind: 'paragraph', runs }], 2), toggleList)).toEqual(list);
  expect(after(stateOf(list, 4), toggleList)).toEqual([{ kind: 'paragraph', runs }]);
});

it('writes after a fixed block that is selected', () => {
  const doc = documentOf(textSchema('text'), [{ kind: 'fixed', html: '<hr>' }]);
  const state = EditorState.create({ doc, selection: NodeSelection.create(doc, 0) });
  expect(after(state, insertVariable('date')).slice(0, 2)).toEqual([
    { kind: 'fixed', html: '<hr>' },
    { kind: 'paragraph', runs: [{ variable: 'date' }] },
  ]);
});

it('keeps a fixed block, with a paragraph to write in after it', () => {
  const fixed: LetterBlock = { kind: 'fixed', html: '<table class="details"></table>' };
  const empty: LetterBlock = { kind: 'paragraph', runs: [] };
  expect(blocksOf(documentOf(textSchema('text'), [fixed]))).toEqual([fixed, empty]);
});
