import { Schema, type NodeSpec } from 'prosemirror-model';
import { variableLabel } from '@domain/mail/variable-labels.ts';
import { describeFixed } from './describe-fixed.ts';

/** A line holds text and variables; paragraphs also bold words, links and breaks; a text also lists and fixed blocks. */
export type TextKind = 'line' | 'paragraphs' | 'text';

const variable: NodeSpec = {
  inline: true,
  group: 'inline',
  atom: true,
  attrs: { name: {} },
  parseDOM: [
    {
      tag: 'span[data-variable]',
      getAttrs: (element) => ({ name: element.getAttribute('data-variable') }),
    },
  ],
  toDOM: ({ attrs }) => [
    'span',
    { 'data-variable': String(attrs['name']), class: 'text-chip', contenteditable: 'false' },
    variableLabel(String(attrs['name'])),
  ],
  leafText: ({ attrs }) => variableLabel(String(attrs['name'])),
};

const fixed: NodeSpec = {
  group: 'block',
  atom: true,
  draggable: true,
  attrs: { html: {} },
  parseDOM: [
    {
      tag: 'div[data-fixed]',
      getAttrs: (element) => ({ html: element.getAttribute('data-fixed') }),
    },
  ],
  toDOM: ({ attrs }) => {
    const { title, words } = describeFixed(String(attrs['html']));
    return [
      'div',
      { 'data-fixed': String(attrs['html']), class: 'text-fixed', contenteditable: 'false' },
      ['strong', title],
      ['span', words],
    ];
  },
};

const paragraph: NodeSpec = {
  group: 'block',
  content: 'inline*',
  parseDOM: [{ tag: 'p' }],
  toDOM: () => ['p', 0],
};

const lineBreak: NodeSpec = {
  inline: true,
  group: 'inline',
  selectable: false,
  parseDOM: [{ tag: 'br' }],
  toDOM: () => ['br'],
};

const marks = {
  link: {
    attrs: { href: {} },
    inclusive: false,
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: (element: HTMLElement) => ({ href: element.getAttribute('href') }),
      },
    ],
    toDOM: () => ['span', { class: 'text-linked' }, 0] as const,
  },
  bold: {
    parseDOM: [{ tag: 'strong' }, { tag: 'b' }],
    toDOM: () => ['strong', 0] as const,
  },
};

const text: NodeSpec = { group: 'inline' };

const schemas = {
  line: new Schema({
    nodes: { doc: { content: 'paragraph' }, paragraph, text, variable },
  }),
  paragraphs: new Schema({
    nodes: { doc: { content: 'paragraph+' }, paragraph, text, variable, lineBreak },
    marks,
  }),
  text: new Schema({
    nodes: {
      doc: { content: 'block+' },
      paragraph,
      list: {
        group: 'block',
        content: 'item+',
        parseDOM: [{ tag: 'ul' }, { tag: 'ol' }],
        toDOM: () => ['ul', 0],
      },
      item: {
        content: 'paragraph',
        defining: true,
        parseDOM: [{ tag: 'li' }],
        toDOM: () => ['li', 0],
      },
      fixed,
      text,
      variable,
      lineBreak,
    },
    marks,
  }),
};

export const textSchema = (kind: TextKind): Schema => schemas[kind];
